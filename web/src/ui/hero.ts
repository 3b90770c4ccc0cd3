/* The game that the island behind the start shows before there is one of one's own. */
export const HERO = `tobago 1
players a b c d
island Acb1
first 2
nature object statue k6 NW
nature object statue d6 SW
nature object statue h10 SE
nature object hut e8
nature object hut k8
nature object hut h4
nature object hut m5
nature object palm i4
nature object palm f8
nature object palm d4
2 atv f8
3 atv f8
4 atv f8
1 atv f8
nature initial 2 in-largest-scrubland
2 start brown
nature initial 3 next-ocean
3 start grey
nature initial 4 sight-largest-scrubland
4 start white
nature initial 1 in-jungle
1 start black
nature deal 2 in-largest-lake
nature deal 2 sight-statue
nature deal 2 next-scrubland
nature deal 2 sight-ocean
nature deal 3 in-largest-jungle
nature deal 3 in-mountain
nature deal 3 in-lake
nature deal 3 next-jungle
nature deal 4 not-in-scrubland
nature deal 4 next-beach
nature deal 4 next-largest-river
nature deal 4 next-largest-scrubland
nature deal 1 next-lake
nature deal 1 next-river
nature deal 1 not-in-beach
nature deal 1 not-next-palm
2 clue white in-largest-lake
nature draw 2 in-largest-beach
2 end
3 clue grey in-largest-jungle
nature draw 3 not-next-hut
3 end
4 clue grey next-beach
nature draw 4 not-in-largest-jungle
4 end
1 move
1 leg e7
1 leg c5
1 leg c6
1 raise grey
nature peek 1 3
nature peek 3 6
nature peek 3 3
nature peek 4 4
nature add 2
nature reveal 2
1 pass
4 pass
3 pass
3 pass
nature reveal 3
1 pass
4 pass
3 pass
3 claim
nature reveal 3
1 pass
4 pass
3 claim
nature reveal 6
1 pass
4 claim
nature reveal 4
1 claim
1 clue grey next-lake
nature draw 1 next-statue
1 end
2 move
2 leg e7
2 leg c6
2 amulet clue black next-scrubland
nature draw 2 sight-palm
2 end
3 move
3 leg e8
3 leg f8
3 leg e7
3 raise black
nature peek 3 4
nature peek 1 6
nature peek 2 5
nature add 5
nature reveal 4
3 pass
2 pass
1 claim
nature reveal 5
3 pass
2 claim
nature reveal 6
3 claim
nature reveal 5
3 clue black in-lake
nature draw 3 in-largest-river
3 end
4 move
4 leg j11
4 amulet remove white e6
4 leg f8
4 leg f7
4 raise white
nature peek 4 4
nature peek 4 3
nature peek 2 3
nature add 3
nature reveal 4
4 pass
2 claim
nature reveal 3
4 claim
nature reveal 3
4 pass
nature reveal 3
4 claim
4 clue white next-largest-river
nature draw 4 next-largest-jungle
4 end
1 move
1 leg c5
1 leg b5
1 leg d3
1 amulet clue white next-statue
nature draw 1 in-river
1 amulet clue white not-in-beach
nature draw 1 not-in-largest-lake
1 end
2 clue grey in-largest-beach
nature draw 2 not-sight-statue
2 end
3 move
3 leg f8
3 leg j8
3 leg j7
3 raise white
nature peek 3 2
nature peek 4 5
nature peek 1 6
nature peek 1 2
nature add 2
nature reveal 2
3 pass
1 pass
1 pass
4 pass
nature reveal 2
3 pass
1 pass
1 pass
4 claim
nature reveal 5
3 claim
nature reveal 6
1 pass
1 claim
nature reveal 2
1 claim
1 clue white in-river
nature draw 1 sight-largest-lake
3 end
4 clue white next-largest-scrubland
nature draw 4 next-largest-beach
4 end
1 clue brown next-river
nature draw 1 sight-hut
1 end
2 clue white sight-statue
nature draw 2 sight-largest-mountain
2 end
3 clue grey not-next-hut
nature draw 3 not-sight-hut
3 end
4 move
4 leg e6
4 leg d7
4 leg c7
4 end
1 move
1 leg e3
1 leg f4
1 leg e7
1 end
2 move
2 leg f5
2 leg g4
2 leg h4
2 amulet move
2 leg j7
2 leg k6
2 leg l7
2 raise grey
nature peek 2 5
nature peek 2 4
nature peek 3 6
nature peek 1 4
nature add 5
nature reveal 4
2 pass
3 pass
2 claim
nature reveal 5
2 claim
nature reveal 6
3 claim
nature reveal 5
1 claim
nature reveal 4
1 clue grey sight-hut
nature draw 1 next-largest-lake
2 end
3 clue brown not-sight-hut
`;
