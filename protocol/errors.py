"""Everything that can be refused, and everything that closes a socket."""

from enum import IntEnum, StrEnum


class ErrorCode(StrEnum):
    """Why a command was refused. A refused command changed nothing."""

    BAD_MESSAGE = "bad_message"
    HELLO_FIRST = "hello_first"
    HELLO_TWICE = "hello_twice"
    TOKEN_UNKNOWN = "token_unknown"
    TOKEN_MOVED = "token_moved"
    MOVE_CODE_INVALID = "move_code_invalid"
    REF_TOO_OLD = "ref_too_old"
    BUSY = "busy"
    SLOW_DOWN = "slow_down"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    SEAT_TAKEN = "seat_taken"
    SEAT_UNKNOWN = "seat_unknown"
    ROOM_LOCKED = "room_locked"
    ROOM_FULL = "room_full"
    ALREADY_ASKED = "already_asked"
    NOT_HOST = "not_host"
    PLAYER_UNKNOWN = "player_unknown"
    NOT_ALLOWED = "not_allowed"
    NOT_AWAY = "not_away"
    NOT_OFFERED = "not_offered"
    NO_HAND = "no_hand"
    HAND_RUNNING = "hand_running"
    NEED_PLAYERS = "need_players"
    NOT_YOUR_TURN = "not_your_turn"
    STALE_TURN = "stale_turn"
    ILLEGAL_ACTION = "illegal_action"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    OPTIONS_INVALID = "options_invalid"
    REBUY_REFUSED = "rebuy_refused"
    ROOM_CLOSED = "room_closed"
    INTERNAL = "internal"


class CloseCode(IntEnum):
    """Why the server closed a socket (4000-4999 are ours, RFC 6455 section 7.4.2)."""

    GOING_AWAY = 1001
    TOO_BIG = 1009
    RESTARTING = 1012
    TRY_LATER = 1013
    HELLO_TIMEOUT = 4000
    PROTOCOL_VERSION = 4001
    ROOM_UNKNOWN = 4002
    KICKED = 4003
    TAKEN_OVER = 4004
    MOVED = 4005
    ROOM_CLOSED = 4006
    TOO_SLOW = 4007
    FLOOD = 4008
    NO_BEAT = 4009
    INTERNAL = 4010
    TEXT_ONLY = 4011


RETRY: frozenset[CloseCode] = frozenset(
    {
        CloseCode.GOING_AWAY,
        CloseCode.RESTARTING,
        CloseCode.TRY_LATER,
        CloseCode.HELLO_TIMEOUT,
        CloseCode.TOO_SLOW,
        CloseCode.FLOOD,
        CloseCode.NO_BEAT,
        CloseCode.INTERNAL,
    }
)
"""After these a client comes back by itself, with back-off; after any other only when its user asks."""
