"""Orders (11): one module for each kind of order and for what all orders share."""
