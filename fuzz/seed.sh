#!/bin/sh
# Fills fuzz/corpus with inputs that get past the first checks, for the fuzzer to vary.
set -eu
cd "$(dirname "$0")"
for target in frame tree position table transcript; do
    mkdir -p "corpus/$target"
done

for frame in ../frames/*.toml; do
    cp "$frame" "corpus/frame/shipped-$(basename "$frame")"
done
for frame in ../crates/frame/tests/broken/*.toml; do
    cp "$frame" "corpus/frame/broken-$(basename "$frame")"
done

cp ../examples/trees/*.tree corpus/tree/

# The byte before the position chooses the game, in the order of fuzz_targets/position.rs.
position() { printf "$2" >"corpus/position/$1"; }
position tic-tac-toe '\000X../.X./..O O\na1'
position connect-four '\001......./......./......./......./O....../X.X.O.. X\nd'
position placing '\002.../W../.W./....B./..B/.../... W 7-7\na1'
position flying '\002WWW/.../.../....B./..B/.../..B B 0-0\nd3-a1xa7'
position layers '\003..X/X../...//O../.../...//.../.../... O\n1a1'
position pass '\004BBW/WWB/.WB B\npass'
position plies '\005.../.X./... O 3-3 ply 1\na1'

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
