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
position pass '\004BWB/WBW/BW. B\na1-b1'
position plies '\005.../.X./... O 3-3 ply 1\na1'

# The body of a table: fingerprint 7, the name, a drawn start, one layer, one drawn position.
long() { printf "$1"'\000\000\000\000\000\000\000'; }
{
    long '\007'; long '\000'
    printf '\004\000\000\000fuzz\002\377\377\377\377\000\000\000\000'
    for count in 1 1 0 0 1 0 0; do long "\\00$count"; done
    printf '\000\001\000\000\000\000\000\000\000'
    long '\001'; long '\001'; long '\001'
    printf '\000\006'
} >corpus/table/whole

printf '.../.../... X | a1, b2, a2, a3, c1, b1, b3, c3, c2 | draw' >corpus/transcript/draw
printf '.../.../... X | a1, a2, b1, b2, c1 | first' >corpus/transcript/first
printf '.../.../... X | b2 | second resigned' >corpus/transcript/resigned
printf 'X../.O./... X |  | unfinished' >corpus/transcript/unfinished
