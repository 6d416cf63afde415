#!/bin/sh
# Fills fuzz/corpus with inputs that get past the first checks, for the fuzzer to vary.
set -eu
cd "$(dirname "$0")"
for target in frame tree position table transcript pgn pdn weights knowledge plan sgf rates tactics; do
    mkdir -p "corpus/$target"
done

for frame in ../frames/*.toml; do
    cp "$frame" "corpus/frame/shipped-$(basename "$frame")"
done
for frame in ../crates/frame/tests/broken/*.toml; do
    cp "$frame" "corpus/frame/broken-$(basename "$frame")"
done

cp ../examples/trees/*.tree corpus/tree/
cp ../examples/plans/*.plan corpus/plan/
cp ../examples/go/*.sgf corpus/sgf/
printf '(;GM[1]SZ[9]HA[2]KM[0.5]RE[W+3];W[ee];B[ed];W[];B[tt])' >corpus/sgf/handicap
printf '[Kill]\n"read: yes" = { successes = 40, trials = 41 }\n' >corpus/rates/one
printf '5/1XX2/XOO1X/1X3/5 X 0 -' >corpus/tactics/atari
printf '6/XXXXX1/OOOOX1/3OX1/OOOOX1/6 O 0 -' >corpus/tactics/three
printf '4/1XO1/XO1O/1XO1 X 0 C2' >corpus/tactics/ko

# The byte before the position chooses the game, in the order of fuzz_targets/position.rs.
position() { printf "$2" >"corpus/position/$1"; }
position tic-tac-toe '\000X../.X./..O O\na1'
position connect-four '\001......./......./......./......./O....../X.X.O.. X\nd'
position placing '\002.../W../.W./....B./..B/.../... W 7-7\na1'
position flying '\002WWW/.../.../....B./..B/.../..B B 0-0\nd3-a1xa7'
position layers '\003..X/X../...//O../.../...//.../.../... O\n1a1'
position pass '\004BBW/WWB/.WB B\npass'
position plies '\005.../.X./... O 3-3 ply 1\na1'
position chess '\006rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne4'
position castling '\006r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\nO-O-O'
position en-passant '\006rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\nexf6'
position promotion '\0068/P6k/8/8/8/8/7K/8 w - - 99 65535\na8=N'
position last-move '\0068/p6k/8/8/8/8/P6K/8 b - - 0 65535\na5'
position shogi '\007lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f'
position shogi-hands '\0078l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124\nG*5e'
position shogi-last '\007lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 9999\n7g7f'
position draughts '\010B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29\n16-19'
position quiet '\010W:WK10:BK22:H79\n10-6'
position othello '\011---------------------------OX------XO--------------------------- X\nd3'
position othello-4x4 '\012-----OX--XO----- X\na2'
position breakthrough '\013bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w\na2a3'
position breakthrough-3x5 '\014bbb/b1b/1b1/www/www w\na2xb3'
position coins '\01512 first\n3'
position misere '\0161 second\n1'
position backgammon '\017-b----E-C---eE---c-e----B- first 31\n8/5 6/5'
position opening '\017-b----E-C---eE---c-e----B- opening\nfirst 31'
position bearing-off '\017-BBB-------------------bb- second 66\n24/off'
position gnu '\0174HPwATDgc/ABMA:cIkSAAAAAAAA\nbar/24'

# The bodies of tables, as crates/solve/src/format.rs lays them out: first what all have, with
# fingerprint 7, then one layer of a game with cycles and two layers of a game without.
long() { printf "\\00$1"'\000\000\000\000\000\000\000'; }
head_of_table() {
    long 7; long 0
    printf '\004\000\000\000fuzz\002\377\377\377\377\002\000\000\000'
    for count in 3 3 1 1 1 1 0; do long "$count"; done
}
layer() {
    printf "\\00$1"'\000\000\000'
    long "$2"; long "$3"; long "$4"
}
{
    head_of_table
    printf '\000\001\000\000\000'
    layer 0 3 4 3
    printf '\001\200\001\005\006\007\001'
} >corpus/table/whole
{
    head_of_table
    printf '\001\002\000\000\000'
    layer 0 1 1 1
    layer 1 2 2 3
    printf '\000\006\001\002\007\201\001'
} >corpus/table/layered

printf '.../.../... X | a1, b2, a2, a3, c1, b1, b3, c3, c2 | draw' >corpus/transcript/draw
printf '.../.../... X | a1, a2, b1, b2, c1 | first' >corpus/transcript/first
printf '.../.../... X | b2 | second resigned' >corpus/transcript/resigned
printf 'X../.O./... X |  | unfinished' >corpus/transcript/unfinished

cp ../weights/breakthrough.hand.toml corpus/weights/
cat >corpus/weights/coins.toml <<'EOF'
game = "coins"
unit = "turn"
scale = 0.5
origin = "Modular arithmetic."

[weights]
"to move, remainder 0" = -1.0
"to move, remainder 1" = 1e3
"to move, remainder 2" = 1
"to move, remainder 3" = 0.00004
EOF

cat >corpus/knowledge/tic-tac-toe.toml <<'EOF'
format = 1
game = "tic-tac-toe"
rules = "00000000000000000000000000000007"
units = 7
training = ["perfect, 20 contests, seed 0"]
symmetries = [0, 1, 2, 3, 4, 5, 6, 7]
forks = [[3, 3]]
dangerous = [".../.O./X.. X"]

[contests]
played = 1
plies = 7
won-by-first = 1
won-by-second = 0
drawn = 0

[openings]
".../.../... X" = ["a1"]

[expert-moves]
".../.O./X.. X" = ["c3"]

[significant]
"X.X/.O./X.O O" = { winner = "first", plies = 2 }

[[histories]]
hoyle = "second"
winner = "first"
moves = ["a1", "b2", "c3", "c1", "a3", "a2", "b3"]
EOF

cat >corpus/pgn/games.pgn <<'EOF'
[White "A \"quoted\" name"]
[Result "0-1"]

1. f3 {a comment} e5 2. g4?? $4 (2. e4 (2. d4) Nf6) Qh4# 0-1

% skipped
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 12"]

12. O-O Kd7 ; to the end of the line
13. a8=Q 1/2-1/2
EOF
cat >corpus/pdn/games.pdn <<'EOF'
[Event "?"]
[Result "2-0"]
1. 11-15 22-18 2. 15x22 25x18! {a comment} (26x17) 3. 12-16 $2 1-0

[FEN "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"]
1. 16-19 *
EOF
