// Tables of made-up texts, one a line; braces mark the span to be found.

export const ADDRESSES = `
{450 s 1200 e provo utah}
{24w310 elm rd} carol stream
{3312-b elm ct} raleigh
{123 main st}
{123 main street}
{123 main st}.
{123 n main st}
{123 n. main st}.
{123 main st apt 4}
{123 main st apt 4b}
{123 main st #4}
{123 main st suite 200}
{123 main st springfield il}
{123 main st springfield il 62701}
{123 main st, springfield, il 62701}
{123 main st, springfield, il 62701-1234}
{4500 maple ave}
{4500 maple avenue}
{4500 maple av}
{77 sunset blvd}
{77 sunset boulevard}
{9 river rd}
{12 oak ln}
{12 oak lane}
{4521 maple dr}
{4521 maple drive}
{48 cherry hill ct}
{14 sunset ter}
{4600 woodland cir}
{300 orchard pkwy}
{931 cypress trace}
{2200 e 53rd st}
{2200 east 53rd street}
{350 5th ave}
{9800 sw 72nd street}
{1420 nw 5th}
{123 w 7th}
{501 n lamar}
{1234 county road 12}
{4500 highway 6}
{4500 hwy 6 south}
{100 us highway 1}
{2811 state road 7}
{5710 fm 1960}
{1500 broadway}
{325 avenue c}
{1290 avenue of the americas}
{88 st james place}
{1207 st charles ave}
{300 dr martin luther king jr blvd}
{100 n st}
{1776 k st nw}
{42-15 bell blvd}
{123b baker ln}
{po box 1234}
{p.o. box 1234}
{p o box 77}
{post office box 12}
{rr 2 box 114}
{box 221 rr 3}
{4521 wilson arlington va 22203}
{720 spring garden stret}
{415 kensington avenu}
{415 kensington avneue}
{6150 sunset boulavard}
{801 lincoln highwy}
{77 orchard parkwy}
{18 garden terace}
map of {123 main st}
directions to {500 commerce dr}
who lives at {22 elm street}
{2001 peachtree rd ne atlanta ga}
{1999 bryan st dallas tx 75201}
{7710 whispering pines}
{600 peachtree}
map of {1440 sheridan}
{1220 rosecrans} san diego
{5112 highpoint atlanta 30342}
{3020 martin luther king jr}
{2014 nw 5 place} gainesville
{5409 vista del arroyo} la crescenta
{star route box 44}
{rfd 2 box 18}
{route 3 box 117a}
`

export const NO_ADDRESSES = `
main street
5th avenue
42nd street
wall street
2006 wall street journal
21 jump street
77 sunset strip
nightmare on elm street 3
24 hour fitness
50 cent dr dre
4 wheel drive
80 gb hard drive
2 gb flash drive
2006 ford f150
1932 ford street rod
2006 harley road king
3 way switch
2 way radio
10 best places
3rd street promenade
route 66
highway 101
i-95 south
us 1
county road 12
30047
springfield il 62701
atlanta ga 30303
3 bedroom apartments in atlanta ga
3 bedroom house for rent tampa fl 33602
2006 st patricks day
100 hotels st louis
1200 square foot house
500 sq ft
17 mile drive
2006 us district court
supreme court 2005
test drive 5
the way 2006
80 s party
100 w bulb
2006 south beach diet
1 hour drive
2006 calendar
top 10 streets
channel 4 street
psalm 23
1 corinthians 13
101 dalmatians
8 mile
1860 lincoln
1776 washington
1836 alamo san antonio
1010 wins new york
760 wjr detroit
870 remington
737 southwest dallas
map 48187 canton
1963 martin luther king jr
2006 e street
`
