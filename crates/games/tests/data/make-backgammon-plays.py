"""Asks GNU Backgammon for all legal plays of many rolls, as data for the tests.

Run it in this folder, with GNU Backgammon installed (Debian's `gnubg`):

    gnubg -t -q -r -p make-backgammon-plays.py < /dev/null > /dev/null

It writes `backgammon-plays.tsv`, a line for each roll: the position id with the roller's view, the
dice, and each play with the position id that it leads to, in the view of the opponent who is to
roll next. A roll that cannot be played has no plays.

The positions are the start, with all 21 rolls, and what play from there comes by in which half of the
plays are random and half are the best. Such play is often about checkers on the bar, so each kind of
position has its quota.
"""

import random

import gnubg

SEED = 20
QUOTAS = {"bar": 80, "short": 30, "bearing off": 80, "contact": 80, "race": 20}
BAR = 24


def settle():
    for command in [
        "set display off",
        "set player 0 human",
        "set player 1 human",
        "set automatic roll off",
        "set automatic move off",
        "set automatic game off",
        "set automatic bearoff off",
        # With no lookahead, no filter drops any play from the list.
        "set evaluation chequerplay evaluation plies 0",
        "new session",
    ]:
        gnubg.command(command)


def plays(position, dice):
    """The plays of a roll as GNU Backgammon writes them, with what they lead to, the best first."""
    gnubg.command("set turn 0")
    gnubg.command("set board " + position)
    gnubg.command("set dice %d %d" % dice)
    hints = gnubg.hint(10000)["hint"]
    return [(hint["move"], after(position, hint["move"])) for hint in hints]


def after(position, play):
    """The id of the position after a play, in the view of the other side."""
    theirs, mine = [list(side) for side in gnubg.positionfromid(position)]
    steps = gnubg.parsemove(play)
    for start, end in steps:
        mine[start - 1] -= 1
        if end > 0:
            mine[end - 1] += 1
            if theirs[24 - end] == 1:
                theirs[24 - end] = 0
                theirs[BAR] += 1
    return gnubg.positionid((mine, theirs))


def kind(position, dice, found):
    theirs, mine = gnubg.positionfromid(position)
    if mine[BAR] > 0:
        return "bar"
    if sum(mine[6:]) == 0:
        return "bearing off"
    pips = 4 * dice[0] if dice[0] == dice[1] else sum(dice)
    if not found or pips > max(count(play) for play, _ in found):
        return "short"
    rear = max(point for point, checkers in enumerate(mine) if checkers)
    if any(checkers and 23 - point < rear for point, checkers in enumerate(theirs)):
        return "contact"
    return "race"


def count(play):
    return sum(start - end for start, end in gnubg.parsemove(play))


def line(position, dice, found):
    listed = ["%s=%s" % pair for pair in sorted(found)]
    return "\t".join([position, "%d%d" % dice] + listed) + "\n"


def main():
    settle()
    dice = random.Random(SEED)
    start = "4HPwATDgc/ABMA"
    lines = []
    for high in range(1, 7):
        for low in range(1, high + 1):
            lines.append(line(start, (high, low), plays(start, (high, low))))
    left = dict(QUOTAS)
    position = start
    while any(left.values()):
        one, other = dice.randint(1, 6), dice.randint(1, 6)
        roll = (max(one, other), min(one, other))
        found = plays(position, roll)
        wanted = kind(position, roll, found)
        # Neighbours in a game are alike: most are passed over, unless they are rare.
        if left[wanted] > 0 and (wanted == "short" or dice.random() < 0.2):
            left[wanted] -= 1
            lines.append(line(position, roll, found))
        if found:
            played = found[0] if dice.random() < 0.5 else dice.choice(found)
            position = played[1]
        else:
            theirs, mine = gnubg.positionfromid(position)
            position = gnubg.positionid((mine, theirs))
        theirs, mine = gnubg.positionfromid(position)
        if sum(theirs) == 0 or sum(mine) == 0:
            position = start
    with open("backgammon-plays.tsv", "w") as table:
        table.writelines(lines)


main()
