"""How lines are drawn on the board: roads and railways, and what lies along hexsides."""

LINK_STYLES = {
    "track": 'stroke="#6b4f2a" stroke-width="2" stroke-dasharray="6 4"',
    "trail": 'stroke="#6b4f2a" stroke-width="1.6" stroke-dasharray="3 4"',
    "road": 'stroke="#8c2d19" stroke-width="2.6"',
    "railroad": 'stroke="#222" stroke-width="2.4"',
}
HEXSIDE_STYLES = {
    "river": 'stroke="#1f5f99" stroke-width="6"',
    "stream": 'stroke="#3f7fb9" stroke-width="3.5"',
    "lake": 'stroke="#5b9bd5" stroke-width="11"',
    "litani": 'stroke="none"',  # a limit of a scenario, drawn as the river it is
    "bastion": 'stroke="#2f5d2a" stroke-width="5" stroke-dasharray="0.1 7"',
    "ridge": 'stroke="#5b4636" stroke-width="4" stroke-dasharray="3 2"',
    "cliff": 'stroke="#3a2f2a" stroke-width="5" stroke-dasharray="2 2"',
    "beach": 'stroke="#a07a1e" stroke-width="4" stroke-dasharray="0.1 6"',
    "border": 'stroke="#4a3b2a" stroke-width="3"',
    "coast": 'stroke="#1f4f80" stroke-width="2.4"',
    "edge of a sea zone": 'stroke="#4f83b5" stroke-width="1.8" stroke-dasharray="6 5"',
    "no way across": 'stroke="#a01818" stroke-width="6" stroke-dasharray="0.1 8"',
}
