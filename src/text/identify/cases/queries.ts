/** Queries with digits as people type them, all made up: what identifies no one. One a line. */
export const HARMLESS_QUERIES = `
2006 ford f150
2004 honda civic lx for sale
1999 toyota camry transmission problems
1967 chevy impala for sale
69 camaro ss 396
hp deskjet 3845
canon powershot sd450 review
nokia 6102
motorola razr v3 ringtones
samsung sgh-t309
sony dcr-trv27 manual
dell inspiron 6000 battery
wrt54g firmware
tec-9
ac-dl-51
b000fqj7xk
ti-83 plus games
kenmore 110.92583200 dryer parts
craftsman 917.270530 mower deck
briggs and stratton 12.5 hp carburetor
tecumseh hm100 parts
kohler 14 hp engine
whirlpool gx5shdxvq water filter
john deere 4020 tractor
john deere l120 belt
ford 8n tractor parts
cub cadet lt1045
honda cbr600rr
yamaha yz250f plastics
kawasaki vulcan 1500 classic
harley davidson 2006 road king
2006 harley street glide
polaris 500 sportsman atv
boeing 747-400 seating chart
airbus a380
f-16 fighter jet
ak47
glock 19 vs glock 23
remington 870 express
winchester model 70 30-06
ruger 10/22 stock
smith and wesson 38 special
357 magnum revolver
wd-40 uses
area code 702
area code 315 location
zip 30047
zip code for 10001
30047
90210
atlanta ga 30303
houston tx 77002 weather
weather 60614
movie times 33602
30047-1234
september 11 2001
9/11
9 11 conspiracy
july 4th 2006
cinco de mayo may 5 2006
memorial day 2006
easter 2006 date
april 15 2006 tax deadline
full moon june 2006
12/25/2005
december 7 1941
d-day june 6 1944
october 29 1929 stock market crash
2006 calendar
2005 w2 form
1040ez 2005
1040 instructions 2005
1099 misc
form 4868 extension
irs publication 17
i-9 form
w-9
w4 form 2006
401k rollover
403b vs 401k
529 college savings plan
sr22 insurance
h.r. 4437
hr 1234 bill
s 2611 immigration bill
prop 13 california
section 8 housing
title 9
chapter 7 bankruptcy
chapter 13
psalm 23
john 3:16
romans 8:28
1 corinthians 13:4-8
genesis 1:1
psalm 91:11-12
1 800 flowers
1-800-contacts
1800flowers.com
1800mattress
24 hour fitness
24 hour walgreens
7 11
7-eleven
7 eleven locations
50 cent
50 cent dr dre
2pac lyrics
3 doors down here without you
blink 182
maroon 5
matchbox 20
u2 tour dates 2006
311 band
sum 41
boyz 2 men
98 degrees
10 000 maniacs
867-5309 jenny
867 5309 lyrics
tommy tutone 8675309
summer of 69
99 red balloons
1985 bowling for soup
1979 smashing pumpkins
21 jump street
77 sunset strip
beverly hills 90210
24 season 5
24 episode guide
the 4400
7th heaven
8 mile
12 angry men
101 dalmatians
10 things i hate about you
13 going on 30
2001 a space odyssey
21 grams
28 days later
50 first dates
xxx 2
x-men 3
scary movie 4
final destination 3
mission impossible 3
cheaper by the dozen 2
big momma's house 2
ps2 cheats
xbox 360
playstation 3 release date
gta san andreas ps2 cheats
grand theft auto 3
halo 2 maps
sims 2 cheats
need for speed underground 2
final fantasy 7
resident evil 4
madden 06
nba 2k6
call of duty 2
windows xp sp2
windows 98 drivers
windows 2000 product
office 2003
microsoft word 97
internet explorer 7 beta
firefox 1.5.0.1
java 1.4.2 download
itunes 6.0.4.2
winamp 5.2
quicktime 7.0.4
directx 9.0c
aol 9.0
adobe acrobat 7.0.7
norton 2006
photoshop cs2
mp3
mp3 players 20gb
mpeg 4
divx 6.1
80 gb hard drive
2 gb flash drive
512 mb ddr ram
pc2700 ddr
intel 945 chipset
pentium 4 3.0 ghz
geforce 6600 gt
radeon 9250
usb 2.0
802.11g wireless card
rs-232 pinout
route 66
i-95
i-75 traffic
interstate 80
highway 101
us 1
hwy 61 revisited
us route 50
exit 32 i-85
delta flight 1234
flight 93
united 93 movie
american airlines flight 587
flight 19
channel 4 news
fox 5 news
nbc 4
abc 7 chicago
cbs 2
wb 11
news 12 long island
98.5 kluc
z100
kiss 108
hot 97
102.7 kiis fm
power 106
q104.3
am 640
$500
$1000 loan
10k
10k gold ring
14k white gold
1/2 carat diamond
4x4
4x4 trucks
4x6 photo
3.5 x 5 photo frame
8x10 rugs
20x30 poster
2x4 lumber
5/8 plywood
3/4 inch pvc
1/4 mile
6 ft fence
5 gallon bucket
10 lb dumbbells
100 watt amp
220 volt plug
12 volt battery
aa 2500 mah
20 inch rims
22 inch rims
275/60r17 tires
p235/75r15 tires
205 55 16
33x12.50 tires
36 dd
34c bras
size 12 womens shoes
size 14
plus size 3x
18 wheeler
4 wheel drive
four wheel drive 2000 ford explorer
3 bedroom apartments in atlanta ga
2 bedroom 2 bath condo stamford ct
3 bedroom house for rent tampa fl 33602
5 star hotels las vegas
motel 6
super 8
studio 6
days inn i-40
6 flags
six flags 2006
pier 1
forever 21
rue 21
5 7 9
9 west
kay 5
big 5 sporting goods
76 gas
84 lumber
3m
3com
a1 steak sauce
a&w
v8 juice
7up
dr pepper 23 flavors
heinz 57
vitamin b12
vitamin b6
omega 3
coq10
h1n1
h5n1 bird flu
type 2 diabetes
type 1 diabetes diet
stage 4 lung cancer
hpv 16
c4 c5 herniated disc
l5 s1
t3 t4
icd 9 code 250.00
cpt code 99213
20/20 vision
20/20 abc
60 minutes
48 hours mystery
dateline nbc 2006
rangers 3 leafs 2
lakers 105 suns 100
super bowl 40
super bowl xl 2006
nfl draft 2006
march madness 2006
final four 2006
world cup 2006 schedule
2006 winter olympics
2008 olympics
nascar #24
dale earnhardt jr 8
number 3 car
kobe 81 points
mlb 2006 season
ncaa 2006 bracket
wrestlemania 22
ufc 59
ufc 60
pga 2006
fantasy baseball 2006
powerball numbers 4 8 15 16 23 42
4 8 15 16 23 42
mega millions 03/17/06
pick 3
cash 5
lotto 6/49
ohio lottery pick 4
2+2
15% of 80
12 x 12
3.14159265
3.1415926535897
1+1=2
sqrt 144
100 divided by 7
1000000 in words
1,000,000
6,500,000 dollars
10000000
how many feet in 1 mile
98.6 f to c
1 cup to ml
100 euros to dollars
convert 100 kg
5 ft 7 in cm
72 f
10 pounds in 2 weeks
lose 20 pounds
top 10
top 40
top 100 baby names 2006
100 best companies 2006
1000 places to see before you die
7 habits of highly effective people
12 steps
10 commandments
5 love languages
4 noble truths
3 little pigs
12 days of christmas
101 ways to say no
50 states
13 colonies
1800s fashion
1920s
1950s diner
60s music
80s music
90s fashion
70 s party
1920 fashion
1969 woodstock
1776
1492
1812 overture
war of 1812
civil war 1861-1865
ww2
world war 2 1939-1945
ww1
apollo 13
apollo 11 1969
area 51
district 9
catch 22
fahrenheit 451
fahrenheit 9/11
1984 george orwell
isbn 0764512345
isbn 978-0-306-40615-7
9780306406157
upc 012345678905
upc code 036000291452
9 to 5
911
411
311 nyc
211
dial 10-10-220
24/7
50/50
420
666
007
10-4
86
1337
h2o
co2
h2so4
pb&j 4 kids
k9
k-12 lesson plans
3rd grade math
5th grade science
8th grade graduation dresses
1st birthday party
16th birthday party ideas
sweet 16
50th birthday gag gifts
40th anniversary gifts
happy birthday 2006
21st birthday
4th of july
1st communion
2nd amendment
14th amendment
5th amendment
5th wheel campers
9th circuit
42nd street musical
34th street
5th avenue
saks fifth avenue 5th ave
6th street austin
nightmare on elm street 3
2006 wall street journal
2006 us district court
1932 ford street rod
road trip 2
2 fast 2 furious
6 feet under
1 tree hill
one tree hill season 3
3 6 mafia
2 live crew
d12
g-unit
b2k
112 peaches and cream
702
5 for fighting 100 years
6 pack abs
8 ball
9 ball pool
8 track
45 rpm records
78 rpm
35mm film
16mm projector
9mm ammo
22 lr
30 06
12 gauge shotgun
20 gauge
410 shotgun
7.62x39
223 ammo
50 cal
3d
2d art
5.1 surround sound
7.1 speakers
1080p
720p hdtv
42 inch plasma
52 lcd tv
19 inch lcd monitor
myspace layouts 2006
www.123greetings.com
123 free games
www.1800contacts.com
miniclip 100
addicting games 2
www.y8.com
4chan
babygurl1989
sexy_red77
cutiepie2006
yahoo 360
hotmail 2006
msn 8.0
aim 5.9
trillian 3
limewire 4.10
kazaa 3
bearshare 5
utah hb 132
ca vehicle code 22350
penal code 187
10 usc 1408
42 usc 1983
cfr 21 part 11
osha 1910.120
iso 9001
ansi z87
nec 250.52
astm d1785
mil-std-810
din 912
00-11 nec code
sae 10w30
5w-30 oil
r134a
r-22 freon
410a
hb9 bulb
9006 headlight
1157 bulb
cr2032 battery
br-2325
6l6 tubes
12ax7
2n2222
lm317
555 timer
ne555
ic 7404
74ls00
rg6 cable
cat5e
db25
e27
mr16
t8 ballast
nema 6-50
50-00-0
7732-18-5
ndc 0093-0058-01
patent 6,123,456
us patent 5123456
mls 2006 listings
rfc 2616
error 404
error 0x80070005
error 1935
kb835935
stop 0x0000007b
http 500 internal server error
code p0420
p0171 ford
obd2
e85
v6 engine
5.7 hemi
454 big block
350 chevy engine
2.2 ecotec
302 ford
4l60e transmission
700r4
c4 corvette
300zx
rx7
mx-5
m3
bmw 325i 2001
mazda 626 1999
chrysler 300 2005
audi a4 1.8t
volvo s60 2.5t
saab 9-3
saab 9 5 aero
jeep cherokee 4.0
lyrics to 1 2 step by ciara
what does 143 mean
how to pass the cdl test with a score of 70
2000 ford f350 7.3 diesel parts
www.geocities.com/area51/1234
yahoo profile xyz_123
2006-2007 school calendar miami dade
volume 3 issue 12
ohio revised code 2907.02
form 4473
dd214
dd form 214 request
va form 21-4138
sf-86
ds-11 passport application
hud-1 settlement statement
uscis form i-485
n-400 citizenship
i-130 processing time
cms-1500
mcse 70-270
cisco 640-801
ccna 640-801 practice test
q2612a toner
c8765wn
lexmark 12a7415
epson t0441
brother tn350
0-439-78454-9
1-56592-479-7
frigidaire 5303918277
ge wr60x10074
ford part f81z-9601-ba
gm 12345678 part
ngk bpr6es
fram ph8a
duracell 1.5v
panasonic kx-tg2740s
sanyo vpc-e6
uniden dct646
sears 10-1 gas grill
toro 20017 lawn mower
husqvarna 372xp
stihl ms 290
glock 22 40 cal
sig sauer p226
beretta 92fs
ar15 lower
m1 garand
sks 7.62 x 39
ruger mark ii 22
75th ranger regiment
82nd airborne
1st cavalry division vietnam 1968
uss arizona bb-39
uss enterprise cvn-65
uss cole ddg 67
vfw post 2345
american legion post 101
local 3 ibew
ibew local 1547
teamsters local 705
afscme 31
boy scout troop 55
kindergarten 100th day ideas
100 day project
ps 321 brooklyn
ps 118
district 211
usd 259
isd 742
mta bus 45 schedule
nj transit 126 bus
metro north schedule 2006
amtrak 171
septa r5
bart 24th street
n train 59th street
4 train subway
7 train
q60 bus
msnbc 24 7
kroq 106.7
k102
wxyz 7
kttv 11
wabc 770
chum 1050
wtop 1500
koa 850
b96
mix 104.1
star 94
q102
whats 5 ft 4 in in meters
average weight 5'6 female
how many oz in 2 liters
calories in 1 egg
3000 calories to lose 1 pound
1200 calorie diet
1500 calorie diabetic diet
40 30 30 diet
phase 1 south beach diet
weight watchers 20 points
8 glasses of water
36 weeks pregnant
20 weeks ultrasound
2 month old baby
6 year old birthday party
10 year old girls
16 year old models
18 and over
over 50 dating
over 40 singles
mature 50 plus
18 girls
69
69 position
2 girls
3 some
1 on 1 basketball
5 on 5
3 on 3 tournament
8 man football
11 aside
4 h club
4-h
3m tape 425
post-it 3x3
avery 5160 template
avery 8371
avery label 5366
sharpie 30001
crayola 64
dmc 310
gorilla glue 8 oz
loctite 242
jb weld 8265
bondo 262
rustoleum 7769
benjamin moore hc-172
pantone 186
sherwin williams 6106
dewey decimal 641.5
ncaa division 1
div 3 colleges
act score 24
sat 1600
gre 1200
gpa 3.5
ielts 6.5
top 50 law schools 2006
class of 1986 reunion
class of 96
1986 high school reunion lakewood
graduated 1975 central high school
born in 1968
born in the 80s
1950 census
1880 census ohio
1930 federal census
ellis island 1905
civil war 54th massachusetts
kjv matthew 5 3
surah 2 255
acts 2:38
exodus 20:3-17
1 john 4 8
2 timothy 1:7
hymn 101
vol 2
part 3
track 5
disc 2
side 2
scene 4
act 2 scene 2 macbeth
chapter 12 summary to kill a mockingbird
pg 13
rated r 18
e10+
ages 3-5
size 7 1/2
7 1/2
2 1/4
1 1/2 story house plans
2000 sq ft house plans
1200 square foot home
30x40 metal building
24x24 garage
16x20 frame
12x24 shed
100 acres for sale in tennessee
5 acres land montana
40 acres and a mule
3 br 2 ba ranch
2 story house
1031 exchange
203k loan
fha 203b
5/1 arm
30 year mortgage rates
15 yr fixed
6.25% mortgage
0% apr
0 down
500 credit score
620 fico
100% financing
$99 airfare
$1 store
99 cent store
99 cents only
5 below
dollar 1
3 for 1 glasses
2 for 1
buy 1 get 1 free
www.travelocity.com 1234
http www.nfl.com 2006
www.ssa.gov form ss-5
www.irs.gov 1040x
www.dmv.ca.gov reg 343
www.ups.com 2006
cars.com 2003 bmw 330ci
craigslist 1995 jeep wrangler
autotrader 1970 chevelle
ebay 1964 quarter
1943 steel penny
1921 morgan dollar
1964 kennedy half dollar
1909 vdb
2000 sacagawea dollar
1976 bicentennial quarter
1928 $20 bill
series 1957 silver certificate
series 7 exam
series 65
cpt 97110
icd9 724.2
drg 127
hcpcs j1100
hl7
hipaa 5010
ansi 837
x12 850
edi 810
as400 error
rpg iv
cobol 85
oracle 9i
sql server 2000
exchange 2003
visual basic 6
vb6
autocad 2006
solidworks 2005
quickbooks 2006
turbotax 2005
taxcut 2005
quicken 2006
photoshop 7
flash 8
dreamweaver mx 2004
coreldraw 12
nero 6
roxio 7
winzip 10
winrar 3.51
acdsee 8
spybot 1.4
adaware 1.06
zonealarm 6
avg 7.1
windows vista build 5365
xp pro x64
ubuntu 6.06
fedora core 5
suse 10
red hat 9
mac os 10.4.6
ipod 60gb
ipod 5g
palm m515
treo 650
blackberry 8700
sidekick 2
razr v3c
lg vx8100
sanyo 8300
samsung a900
audiovox 8910
kyocera k323
nokia 6230i
sony ericsson w810i
motorola v551
moto q
boeing 757 200
cessna 172
piper pa-28
md-80
crj 200
c-130
b-52 bomber
b-17
p-51 mustang
f4u corsair
sr-71
u-2
b-2
f-117a
mig 29
su-27
apache ah-64
uh-60
m1a1 abrams
t-72
u-505
titanic 1912
lusitania 1915
challenger 1986
columbia sts-107
sts 114
hubble 1990
halley 1986
10th planet
2003 ub313
ngc 224
m31
sn 1987a
alpha 1 antitrypsin
interleukin 6
il-2
p53
brca1
bcl-2
cyp2d6
cd4 count 200
a1c 7
bp 140/90
tsh 5.2
psa 4.0
ldl 160
hdl 40
xanax 2mg
vicodin 5 500
percocet 10/325
lortab 10
soma 350
ambien 10mg
adderall xr 20
prozac 20 mg
l-tryptophan 500
b-12 1000 mcg
vitamin d3
e 102
fd&c red 40
yellow 5
10 best places to live in america
3 day walk breast cancer
2 story colonial on a lake drive
5 guys burgers place
7 dwarfs mine way
2 guys named joe
9 inch nails broken
30 days in the hole
3 strikes law court case
6 degrees of kevin bacon
1 hour drive from chicago
12 stones the way i feel
4 non blondes what's up
100 ways to save money on road trips
20 questions to ask on a first date
50 ways to leave your lover
8 simple rules for dating
10 years through the iris
3 stooges on the road
1 million dollar homes on lake shore drive
20 dollar bill 2004 series
2006 toyota camry at road and track
2005 honda accord v6 top speed on highway
1998 jeep wrangler front drive shaft
2002 ford explorer rear wheel drive
1994 chevy s10 4 wheel drive parts
300 zx turbo for sale on long island
500 days of summer st louis
2006 mardi gras st charles parade
2006 st patricks day parade savannah
17 march st patricks day
11 year old missing on oak street
24 season 5 jack drive
3 men arrested on river road
2 killed in crash on interstate 95
1 dead in shooting on main street
5 bedroom house for sale park city ut
400 horsepower engine for street use
1500 watt street light
4 cylinder road bike
2006 nascar road course schedule
2006 rose bowl parade route
1963 nova street rods for sale
1955 chevy gasser street machine
100 mile yard sale highway 127
2006 hwy 127 yard sale
127 corridor sale 2006
2006 tour de france route
27 dresses
1408 movie
300 movie
1 800 petmeds
1-800-got-junk
1-800-free-411
1 888 4 abbott
1-900 chat
4 h fair dane county
4 seasons hotel wall street
3 rivers stadium pittsburgh pa
2 rivers ford mt juliet tn
5 points columbia sc
9 mile falls wa
1000 islands ny
1000 oaks ca
29 palms ca
29 palms marine base
10 sleep ca
96 sc
84 pa
1000 steps beach
17 mile drive
17 mile drive monterey
7 mile bridge
7 mile island nj
7 mile beach grand cayman
5 mile creek
12 mile creek
8 mile rd detroit
3 forks mt
4 corners
4 corners monument
5th third bank
5 3 bank
53 bank
21st century insurance
21st mortgage
1st source bank
1st national bank texas
7th day adventist
7th street entry
9th wonder of the world
9th ward new orleans
5th ward
12th planet
3rd rock from the sun
3rd coast
2nd hand rose
1st street
6th ave electronics
8th ave
125th street harlem
42nd street bryant park
14th street union square
86 street brooklyn
53rd and 3rd
4th and long
52 card pick up
3 card poker
7 card stud rules
21 card tricks
5 card draw
500 rummy
301 darts
41 wheel fortune
777 slots
88 keys
1001 arabian nights
20000 leagues under the sea
39 steps
221b baker street
84 charing cross road
3000 miles to graceland
2000 miles pretenders
500 miles proclaimers
25 or 6 to 4
96 tears
19th nervous breakdown
4 minute mile
1 2 3 4
1 2 3 red light
123456
12345678
123456789
0123456789
1234567890
11111111
00000000
99999999
8 8 8 8
0800
1500
5000
100000
250000
1000000
20000000
250,000
$1,250,000 home
3.5 million
1 billion dollars
2.5 kids
07 tahoe
06 charger
05 mustang gt
04 cobra
99 f250 7.3
97 k1500
78 bronco
57 chevy
55 t bird
32 ford coupe
40 ford
1 ton dually
3/4 ton
5 speed
6 speed manual
10 bolt
12 bolt rear end
3.73 gears
350 turbo
400 small block
383 stroker kit
427 cobra
440 six pack
426 hemi
5.0 mustang
5.9 cummins
6.0 powerstroke
8.1 vortec
1.8 turbo
2.0 16v
850 csi
740il
528i
c230 kompressor
e320
s500
slk 320
cl600
ml500
is300
gs430
es330
rx330
lx470
tl type s
rsx
g35
350z
240sx
300m
pt cruiser 2001
sebring 2002
concorde 1999
neon srt-4
ram 1500
ram 2500
dakota 2005
durango 2004
s10
k5 blazer
c10
e150
f100
b2200
hilux 1985
22re
4age
2jz
1jz
rb26
sr20det
b18c
h22
d16
k20
ls1
lt1
l98
v10
xr650
crf450
klr650
dr650
drz400
ttr125
yfz450
ltr450
trx250
raptor 700
banshee 350
blaster 200
warrior 350
grizzly 660
rincon 680
foreman 500
king quad 700
outlander 800
ds650
predator 500
mxz 800
zr 600
f7
rev 800
sno pro 440
seadoo gti 717
waverunner 1200
stx 15f
f1
f2
44 magnum
38 snub
45 acp
45 colt
45-70
30-30
300 win mag
338 lapua
308
243
270
7mm mag
22-250
17 hmr
204 ruger
6.8 spc
5.56
10mm
40 s&w
25 auto
32 acp
380
9x18
12 ga 00 buck
700 bdl
1100 lt
11-87
870
500 mossberg
590
m37
1897 winchester
94 winchester 30-30
1911
1911a1
m9
m16
m14
fn fal
mp5
uzi 9mm
mac-10
p90
g36
desert eagle 50
cz75
xd40
usp 45
p22
lc9
pt92
1858 remington
1851 navy
1873 colt
1860 army
043965548x
737 800 seating
767 300er
757-200
a320 cockpit
erj-145
dash 8 q400
dc-10
l-1011
md 11
707
727
777-300er
207 ad2d 530
347 us 483
410 u.s. 113
2005 wl 12345
no. 04-1234 3d cir 2005
911 dispatch winter park fl
411 directory orland park il
101 things to do tinley park il
boise id 83702-1234
4-8-15-16-23-42
1-2-3-4-5-6-7-8-9
2005-2006-2007 school calendar
1990-1995-2000 honda accord
http://www.example.com/page.asp?id=12345678
http://www.example.com/news/2125550142.html
cgi.example.com/item=7624538423
19 viewsonic crt
5 star av receiver
sec 10-k 2005
sic code 5812
naics 722511
33.7490 -84.3880
205 55 2004 tires
1000-2000-3000
mcculloch 3200 chainsaw carburetor
john deere 318 mower deck drive belt
1 million women march on washington dc
20th century fox
21st birthday limo miami fl
10 day forecast myrtle beach sc
10 day weather orlando fl
5 day forecast denver
24 hour restaurants in las vegas nv
24 hour pharmacy atlanta ga 30303
2006 home show tampa fl
2006 boat show miami beach fl
100 year old houses for sale in maine
4th of july fireworks lake george ny
1st united methodist church plano tx
1st baptist church woodstock ga
7 springs resort pa
3 rivers casino pittsburgh
2 bunch palms
49 mile drive san francisco
66 drive in carthage mo
99w drive in newberg oregon
31 flavors locations
5 borough bike tour
6 train pelham bay park
7 mile run
10k road race
10 mile road race
5k road races 2006
8k shamrock
26.2 road id
2 lane blacktop
4 lane highway
8 lane freeway
4 way stop
2 way street
1 way street
one way street 1925
3 point turn
100 point buck
8 point buck
12 point deer
10 point font
16 point type
7 point plan
9 point circle
500 point drop
3 circle problem
5 circle logo
1 circle
4 square
4 square church
4 square game rules
four square 2006
9 square quilt
4 h square dance
7 hills
3 hills
100 hills
7 sisters road trip
5 sisters place
10 plus court
9 circuit court
11th circuit court of appeals
3rd district court
2nd street jazz
5 street dance crews
2 street legal go karts
50cc street legal scooter
125cc street bike
250 street bike
600cc street bikes for sale
1000cc street bike
49cc street legal
200cc dual sport street legal
34 deuce coupe street rod
55 chevy street rod for sale
57 chevy pro street
69 camaro pro street
70 chevelle pro street
e street band 2006
2006 e street
q street 2
mulholland drive 2001
revolutionary road 1961
tobacco road 1932
abbey road 1969
penny lane 1967
baker street 1978
electric avenue 1982
e 17th
s 4
n 64
w 2
e 3
100 e
50 s
4 n
2 e
nokia n 91
n 95 respirator
e 85 gas stations
s 10 blazer
s 2000 honda
w 4 form
t 1000
p 51
b 29
f 250
f 150 2004
c 130
m 16
k 9
v 8
g 6
x 2
hr 3
bmw 745 li
bmw 530 i
mercedes 500 sl
mercedes 190 e
lexus es 300
lexus ls 400
infiniti q 45
acura 3.2 tl
volvo 240 dl
saab 900 s
audi 5000 s
porsche 944 s
porsche 911 e
nissan 200 sx
nissan 240 sx
mazda b 2200
mazda rx 7
isuzu npr 250
geo metro 3 cylinder
1972 c 10
1988 k 1500
lyrics 3 6 mafia stay fly
how to say 5 in spanish
12 volt to 110 inverter
what happened on july 20 1969
hotels near 1st street
apartments 1000 a month
jobs paying 20 an hour
cars under 5000 dollars
cell phones under 100
homes under 200000 in texas
3 br homes in 30047
zip code 30047 demographics
population of 30303
map of 90210
10001 restaurants
churches in 75201
realtors 33139
what time is it in 212 area code
404 area code
404 not found
404 page
500 internal server error
302 redirect
windows error 1603
error code 36
error #2032
dvd region 2
region 1 dvd
blu ray 1080p
aspect ratio 16:9
4:3 tv
1024x768 wallpaper
1280 x 1024 wallpapers
800x600
300 dpi
72 dpi
24 bit color
128 bit encryption
256 mb video card
512mb pc133
ddr2 533
lga775
socket 939
athlon 64 3200+
sempron 2800
pentium d 820
core 2 duo
p4 2.8
raid 5
raid 0 1
sata 150
ieee 1394
usb 1.1
10/100 ethernet
cat 6 cable
rj45 wiring
rj-11
db9
ps/2 keyboard
3.5 mm jack
1/4 inch jack
6.3mm
75 ohm
50 ohm coax
300 ohm antenna
12 awg
10/2 wire
14/2 romex
20 amp breaker
200 amp panel
240v outlet
120/240
60 hz
900 mhz phone
2.4 ghz cordless phone
5.8 ghz phone
radio shack 43-3862 phone
uniden phone 5.8
at&t 1080 phone
panasonic phone kx-tg5432
motorola v3 phone
nokia 3595 phone
cell phone model 2315
verizon phone lg vx6000
cingular 8125
tracfone c139
virgin mobile k7
boost i415
nextel i860
i730
sprint a920
treo 700w
samsung d807
samsung t809
sony w600
k750
e815
v325
v710
a630
a670
8910
vx4400
vx9800
call of duty 3
call 811
1 800 number lookup
800 numbers
1-800 numbers
900 numbers
area codes 800 888
area code 876
what is area code 809
284 area code
country code 44
country code 91
011 country codes
dialing code 0044
how to call 011 44
text 46645
text message 411
*67
*69
*82
#1 song 1985
#1 hits 1990
no. 1
no 2 pencil
number 1 observatory circle
number 23
number 10 downing
fax machine 2006
fax 2000
canon fax l80
brother fax 575
hp fax 1040
cell 2006 stephen king
reverse 1999
contact 1997
contact 4 u
text twist 2
dial m 4 murder
pager 1990s
ext 3
ext2 linux
who is 50 cent
who is number 1
who is 007
look up 2006
look up irs code 501c3
501c3
501(c)(3)
lookup table 74138
mobile homes 1970
mobile 2 go
mobile al 36602
mobile alabama 36695 weather
directions to 85 north
directions to i 85
directions from 30303 to 30047
mapquest 2006
mapquest 30303 30047
maps 48201
map quest 90001
address 2006
from 100 to 0
from 9 to 5
from 1865 to 1900
from 10 to 12
from 2 to 3 am on the road
located 2 miles from beach
owner manual 2001 ford escape
owners manual 1995 jeep
property taxes 2005
property 24
house 2006
houses built 1920
homes built in 1950 on lake drive
birthday 1971
birthday march 3
birthday twins march 14
famous birthdays june 3
born 1950
born on the 4th of july
born 2 run
born 2 shop
dob calculator 2006
birth certificate 1950
births 1903 ohio
birth records 1885
age 21
age 62 retirement
deaths 2005
died 1986
died may 2006
funeral 2006
obituaries may 12 2006
obituary april 2006
obituaries 5/12/06
1920 obituaries
account 4 less
order 4 prints
order 66
id theft 2006
ids 101
pin 1234
pin 5
serial 2
serials 2000
serial number windows xp
serial number office 2003
cd key windows 98
product key xp 2002
license 2006
license plate frames 2005
2005 plates
registration 2006
vin decoder 1972
vin 1 to 17
passport 2006
passport 8500 x50
passport 1000
insurance 21
insurance 101
medicare 2006
medicare part b 2006
loan 1000
loans 500
case 450 dozer
case 1845c
case ih 1660
ticket 2 ride
ticketmaster 2006
tag 2006
tag heuer 2000
reference 1998
ref 1
permit test 2006
badge 714
docket 2005
warrant 2005
policy 2005
claim 2005
member 1
patient 0
client 2
student 2006
employee 2000
confirmation 2006
invoice 2000
tracking 2006
tracking santa 2005
mrn
tin 1
fcc id jvpvl2201
fcc id abc123xyz
2+2=4
y=2x+3
x^2+5x+6=0
e=mc2
solve 3x+4=10
12 15 23 34 41 5
03 14 22 31 40 05
1 5 9 13 17
10 20 30 40 50
100 200 300 400
20 2006 2007
3 4 5 triangle
30 60 90 triangle
45 45 90
1 1 2 3 5 8 13
2 4 8 16 32 64
1 2 4 8 16 32 64 128 256 512 1024
0 1 1 2 3 5 8 13 21 34
60 40 20
34 24 36
36 24 36
38 dd 26 36
5 10 15 20
8 6 7 5 3 0 9
1 3 5 7 9
90 days same as cash
90 60 90
180 90 45
911 turbo 996
996 911
997 turbo
e36 m3 1995
e46 330i
w124 300e
r129 sl500
987 boxster
aircraft n12345
n123ab tail number
tail number n751ab
train 66 amtrak
bus 101 schedule
nj bus 164
unit 731
squad 51
engine 51
adam 12
car 54 where are you
hawaii 5-0
hawaii five 0
charlie 1 horse
level 42
ub40
eve 6
zz top 1983
the b-52s
b52s
kiss 1976
rush 2112
van halen 5150
van halen 1984
prince 1999
yes 90125
chicago 17
chicago 16
led zeppelin 4
beatles 1
1 beatles
4 seasons vivaldi
symphony 9
beethoven 5th symphony
opus 27 no 2
k 545 mozart
bwv 565
op 9 no 2 chopin
1812
$250,000 mortgage payment
champion rc12yc
channel 5 news
genesis 1:1-2:3
ba 0289 flight arrival
nec 250.122
1 cup flour in grams
lm317t regulator
psy 300 week 4
super bowl xl score 21-10
hp pavilion dv8000
w-2 form 2005
zoloft 100mg
aa 587 crash
whirlpool 285753a coupling
netgear wgr614 v6
brother hl-2040 toner
toshiba satellite a105-s4054
1,000,000 dollars
senate bill 1438
schedule k-1 1065
lego 7657
19 year old models
p235/75r15
watson 349
iso 9001:2000
v72.31
4-3 defense
36-24-36
lat 34.0522 long -118.2437
30-06 ballistics
u2 one
briggs and stratton 28m707
born in 1952
irc 1031 exchange
dtc p1443
photoshop 7.0 serial
20 x 25 x 4 filter
union local 1199
2006-05-22
7 up pound cake
hells angels 81
hwy 101 motels
florida cash 3 numbers 4-27-2006
exit 259 i-40
ne555 timer
office 2003 key
gas prices 08831
nokia 6101 ringtones
carbon 14 dating
38dd
century 21 real estate
1 000 000 000 in words
hud 92006 form
mopar 53020600
john deere lx277
what state is area code 917
formula 1
uranium 235
5 minute fudge
us census 1930
honda crf 150
motorola vt2442-v voip
nvidia geforce 6600gt
$19.95 oil change
rcw 46.61.502
american legion post 110
10k run
epson stylus c86
saks 5th ave
weight watchers 1 point desserts
compaq presario sr1820nx
stargate sg-1
g3721
10 cloverfield road movie
1-800-flowers
adobe acrobat 7.0
9x13 cake recipe
powerball 4/19/06
i-95 traffic
nsn 5305-01-112-4471
3 bean salad
romans 8:28-39
tomtom go 300
dd form 214
hcpcs j1885
icd-9 code 724.2
the 40 year old virgin
100 in roman numerals
fin 324
july 4 1776
1999 ford f150 towing capacity
american idol top 8
upc 036000291452
local 150 operating engineers
class of 1986 springfield high school reunion
1800contacts
1st battalion 325 infantry
limewire 4.10.9
17 usc 107
astm a325
24x36 frame
014633148961 upc
us 41 construction
simpsons 1x01
white pill 44 159
flight 1549
cpt 99213
glock 23
winning numbers 04 17 23 31 44
6th street austin bars
205/55r16 tires
i-130 form
dan 5513
ssa-827
may 5 2006
quicktime 7.0.4 download
3 doors down kryptonite
george mason 86 84 uconn
php 5.1.2
psalm 91
cas 7732-18-5
sudoku 9x9
29 cfr 1910.146
vicodin es 7.5-750
math 1314
isbn 0-13-110362-8
4-20-99 columbine
ncc-1701
97.1 fm
suzuki gsxr 600 2006
area code 816
where is area code 206
0.0625
fe2o3
firefox 1.5.0.2
yamaha yfz450
craftsman 917.273640
92 honda civic hatchback
f21 error code whirlpool duet
wkrq 101.9
poulan pro pp1644lt
proverbs 31 woman
super 8 motel barstow
tax brackets 2005
9/11/2001
ms06-013
pick 3 pick 4
http error 404
lexmark x1185 ink
mega 649
2x4x8
ors 813.010
16 blocks
icd 9 250.00
summer of 69 lyrics
m8x1.25
350 degrees f to c
samsung sgh-e335
united 93
wpbf 25
mp3 download free
boeing 737-800 seating
#ff6600
6 ft 2 in
pier 1 imports
southwest airlines 1248
uscis n-400
12 lb turkey cooking time
100 watt bulb
4400
9mm
3/8-16 tap
sku 778812
45-70 government
ibuprofen 800
dell dimension 4600
area code 347
sf 86
home depot store 1422
proposition 187
.45 acp ammo
gm part number 15190467
mgso4 7h2o
kohler 12 050 01-s oil filter
channel 11 houston
p0420 code
kenmore 110.92583210
canon pixma ip4200
houses under $150,000
360communities
lotto 6/49 results
irs form 1040
10000 loan bad credit
24 episode 14
acc 201 final exam
canon powershot a620
isbn 978-0-7432-7356-5
20/20
hp officejet 7410xi
fram ph3614
apartments in 77057
snap on tm73
ansi z87.1
jeremiah 29 11
ac delco 41-101 spark plugs
1918 flu
kawasaki kx250f
cars for sale under 5000
vfw post 3360
miracle on 34th street
12 oz mouse
2x+3=7
the number 23
lego set 10143
news 3/15/2006
ocean's 12
stop 0x0000007e
ti-83 plus programs
dell battery 312-0068
2006 world cup schedule
hydrocodone 10-325
101st airborne
k-12 schools
error 80072ee2
obituaries 1974 dayton daily news
title ix 1972
runtime error 216
percocet 5/325
melrose place 1992
30043 zip code
lakers 104 suns 99
zip code 90210
vitamin b-12
calendar 2006
error code 1603
form 8863
33176
err 0x800ccc0e outlook
18 wheeler games
1/4 + 2/3
m357 pill
1 corinthians 13 4-8
c6h12o6
pms 286
s club 7
06/06/06
fantasy 5
form 4868
phillips 66
ncaa 64 bracket
regal cinemas 16
studio 54
12 gauge shotgun shells
duke 78-71
www.2wire.com
2pac
18-55mm lens
movie times 48187
225-60-16
california penal code 273.5
5th avenue mall
toner c4127x
zip 10463-2214
r-410a
interstate 80 road conditions wyoming
2004 chevy silverado 1500 for sale
ge jvm1650sh01
java 1.4.2_05
lost s02e18
hp q2612a
18 u.s.c. 922(g)
hp deskjet 3845 driver
i-405 accident
obd2 p0171
area codes 800 866 877
5 3/8 to decimal
april 16th
easter 2007
0060938455
kb912812
hr 4437
laptops under $500.00
z100 new york
mylan a4
ps 119 amersfort
cpc 647(f)
panasonic kx-tg5433m
99 problems lyrics
05 dodge ram 2500 lift kit
http://www.g4tv.com
.223 remington
8-ball rules
.99 ringtones
fifa 06 cheats
y=x^2+4x-5
highway 61 revisited
www.webmd.com/content/article/46/2953_503.htm
win32 virus
motorcraft fl820s
texas instruments ti-84
105.3 the fan
uss ss-593
whirlpool wtw5540sq
recipe for 100 people baked ziti
xanax 2mg bars
johnson evinrude 0439134
linksys wrt54g
the 1010 midtown apartments
f-16
lortab 10/500
ral 9005
am 1010 wins
ford f81z-9601-aa
nickelback 3 am
casio ctk-491
amc 24
2n3904
aol 9.0 security edition
final fantasy x-2
square root of 144
beverly hills 90210 reunion
sharp lc-32d40u
pizza hut 43213
pier 39
1099-misc instructions
50+ hairstyles
eng 101
www.bank24.com
1950s poodle skirts
singer 9960
5'10 175 lbs
12 step program
1967 mustang fastback
sony dsc-p200 battery
itunes 6.0.4
1080i hdtv
hotels near 32819
delta flight 1288 status
1stchoice.com
g-unit 300 shots
a1c levels
timken set 45
110v to 220v
motorola v3 razr
900 lake shore condos
florida statute 316.193
order 2 dozen roses
kohler 24 853 102-s
uniden dxai5188-2
kubota b7800
honda 17211-zl8-023
case 47 mystery
highway 12 outer banks
ucmj article 134
dell 1907fp
4 cyl 2.3
dayco 5060920
2112 rush
id3 tag
2003 1/2 duramax
pier 17 south street seaport
2006 drive in movies
port 1433
24/7 locksmith
delco 1104-2217
asus a8n-sli
bone 5 thugs
http://www.nfl.com/draft/2006
1 litre of tears
kitchenaid ksm150
100 best places to live
1000 oaks california
sura 9:5
10-10-220
8 simple rules
exit 8a nj turnpike
72117 fuse
route 22 union nj
5 finger 5
1966 ford highway patrol
18 hole golf course
1 john 4 7-8
opnavinst 5100.23
ucc 2-207
8 ball pool hall
half life 2 walkthrough level 6
cms 1500 claim form
www.1040.com
http://www.imdb.com/title/tt0110912
1998 park avenue buick
intel d865glc
hull 04
a4 paper
13 colonies virginia
af form 1206
ics 700
public law 107-110
1985-1990 camaro parts
1999 road king
brown v board 347 u.s. 483
mitsubishi md 619865
jvc gr-d33
1-2-3 gloria estefan
luke 2 1-20
lt265/70r17
6.02 x 10^23
pennsylvania 6-5000
ww2 1939 1945
1964 1/2 mustang
peugeot 206
american girl 1904
bosch 0261210113
2000 buick park ave
license plate frame 2006 mustang
007 agent under fire
5150 van halen
409 beach boys
order number of moons 63
us 1 key west
e 40 lyrics
ibew local 46
us patent 6281417
engine 54 ladder 4
bobcat 763
apc ups 1500
yearbook 1962 lincoln high
singer 99k 1956
128-bit
867 5309
may 2006 calendar
20 mule team
dow 11000
ezekiel 25:17
executive order 11246
trojan.vundo.b 2
osha 1926.451
ndc 00093-0058-01
48 states
report 60
3.5 x 2.25
28 u.s.c. 1331
form ss-4 ein
1st time buyer loan 100000
2 girls park
100 mile yard sale
patient zero 1981
600 dpi
claim 7 dependents
ten 10 commandments
cal civ code 1798.82
executive order 13224
5w30
fema is-100
rule 12 b 6
apo 7.5
fico 720
sanyo scp-8100
confirmation 7th grade
mysql 4.1.18
vitamin d 50000 iu
rs-232
f5 tornado
1880 silver dollar value
csi case 1
bose 901 series vi
moto v220
802.11g
g 6 pontiac
mercruiser 4.3
mile marker 88
5 star circle
file 8843
la 92
utf-8
group 1 automotive
1.21 gigawatts
o.c.g.a. 40-6-391
fedex 10k
murray 40508x92a
route 66 lyrics
maytag mde7500ayw
50 largest cities in texas
mtd 754-0430
longaberger 1998
fedex field section 123
ryobi 725r
serial 24 dvd
account 401 k
1910 census ellis county kansas
jail 2006
ar 600-8-19
pill v 3601
gm 4l60e
elks lodge 1559
3 am matchbox 20 lyrics
husqvarna 455 rancher
20 inch rims 5x4.5
391-3 fan belt
1408 stephen king
msvcr71.dll
escort passport 8500
hcfa 1500
sf-1164
4 star hotels new york city
svchost.exe 100 cpu
ub-92 claim form
district 9 schools
pampered chef 1470
20-8772 carburetor
1994 lincoln town car
5.25 floppy
1099 misc 2005
lake 4 mile
n.j.s.a. 2c:14-2
simplicity pattern 3723
levi 501
8-10 hours sleep
size 8 1/2 shoes
68-72 chevelle
0xc0000005
evinrude 9.9 1987
ada title 3
14th street nyc restaurants
1 way tickets
5th ave new york
hebrews 11 1 6 13
2 bedroom apartments park slope
ascii 65
hb 1402
tda2030
sims 2 university
8x10 frames
murray 37x88
34c bra
ebay item number 7601234417
13 ghosts
vin diesel xxx 2
gta san andreas cheats ps2
3 way call
butterick 4254
kjv 1611
3rd street promenade
terminal 4 jfk
1957 chevy belair 2 door hardtop
saab 9-3 2004
frigidaire fac106p1a
96 south carolina
mtd 13an772g729
www.hotels4u.com
1 hour from boston
rt 1 flea market
6 flags over texas
fm 3-21.5
2007 chrysler 300 street racing
410 us 113
1 800 mattress
uss nimitz cvn-68
da form 4856
tecumseh lh358ea-159571f
va form 10-10ez
1070 wina
82nd airborne 505
vietnam 1/9 marines
100 300 100 auto insurance
id 4 independence day
50 state quarters
www.msnbc.msn.com/id/12345678
90/10 mortgage
3 point line court
rx300 2001
java 1.5.0_06
loan 125,000 30 years
kyocera km-2030
9.8 m/s2
h.264
positively 4th street
420 park
hwy 80 auto sales
fort worth 76107
license plate 50 cal
98.6 f
74hc595
nokia 3595 unlock code
3 bedroom house in reno nv
21 questions
4x6 rugs
hp 56 57 ink
634-5789 soul man
rx 330 lexus
bmw 325i 2001 e46
texas family code 154.123
kodak easyshare dx6490
10-4 good buddy
lexar 1gb
case 550 u.s. 544
teva 833
rx 8 mazda
ups 1000va
12 monkeys
31x10.50r15
c945 transistor
title 38 cfr
1-800-petmeds coupon
student 101
10.4.6 update
onan p220g
lodge 441 masonic
555-5555
cub scouts pack 114
policy 2006-07 dress code
10 ft drive shaft
30 day notice to vacate
craftsman 944.609120
a nightmare on elm street 4
jeans size 12
ie 6.0.2900.2180
ticket to paradise 1986
ge wb44t10010
irs 1040 line 51
whirlpool 3387747 element
100 years five for fighting
item 4417722 target
cheat codes 007 nightfire
aarp 55 alive
roxicodone 30
chanel no 5
mls 441772
8n-9510
seiko 7s26-0020
0-60 times
i-75 and i-24 split
gateway mx6124
98 cal app 3d 441
1 2 3 4 5 6 7 8 9 10
toro 115-9029
tylenol 3
sae 80w-90
w32.sober.x
channel 4 news 5 pm
troop 221
fl stat 768.28
locator 411
winchester 1300 defender
2t 3t 4t
mp3 192 kbps
whirlpool duet ghw9150pw
7 deadly sins
10 miles from denver co
reference 16610 rolex
registration 2006 soccer
ps 234 manhattan
tag 7 deodorant
ip 203 pill
member of 1980 olympic hockey team
www.cnn.com/2006/us/04/21/story
255.255.255.0 subnet mask
nrs 200.481
80/20 rule
briggs 499486s
lexus rx 400h
pi 3.14159
patent 5,443,036
2005-06 nba standings
59th street bridge song
12 angry men court
hymn 341
rx 330 2004 review
sapphire rx 1950xt
rx 7 1993 twin turbo
radeon x1900xt
jail population 1985-2005
doc martens 1460
doc hollywood 1991
plates 12 inch square
armor plate ar500 level 3
tag heuer wah1110
tag heuer formula 1 cac1110
laser tag 20 guns
dog tag 14k gold
plate 14 ga steel
license plate 1957 ny
license plate 1936 ford
license plate bulb 194
license plate light 1156 led
order 1000 checks
order of battle 1944 normandy
order form 990-ez
order 5000.1 faa
case 1845c specs
case 446 tractor
case 310g
case ih 7120
case knives 6254
case law 2d 1234
transaction 834 hipaa
ansi x12 837 transaction 4010
claim form hcfa-1500
claim 1500 form
policy 10-2006
policy debate 2006-2007
account 401k rollover 59 1/2
certificate 1200 savings rate
certificate of origin nafta 434
file 1099-misc online
file form 4868 extension
ticketmaster 2006-2007 season
hull 22 foot catamaran
hull city 2-1
report 1983 nation at risk
serial experiments lain 13
serial ata 150 vs 300
serial port rs232c
serial number for photoshop cs2 9.0
title 42 section 1983
title 49 cfr 172.101
title 24 part 2
control 4 hc-300
incident at oglala 1992
booking 747 flights
reservation 13 indian
permit test 2006 questions
permit class 9m
student edition of 1984
student bus pass 2006-07
employee handbook 2006 sample
patient 67 book
medicare part d 2006
medicare 1500 form
medicare g0008 code
medicare modifier 25 59
insurance 1000000 liability
insurance 100/300/50
insurance code 10-3-1104
mortgage 200000 30 yr
loan 30000 5 years
loan calculator 150000
vin 1968 camaro decoding
vin decoder 1970 chevelle
pin 2x6 led
pin oak 3 gallon
pin 12v 30a relay
id software doom 3
id 600 shoes
registration 123456 crack
reference check 101 questions
voter turnout 2000-2004
passport 9500i radar
passport ds-82 form
badge 714 dragnet
warrant officer w-1
citation 10 x citation 560xl
cessna citation 525b
citation 1980 chevy x-11
icq 2003b
group 31 battery
apn 3g settings
imei code *#06#
esn changer 6.0
confirmation bible verse 1 cor 12 4
invoice 2006 toyota avalon
invoice price 2006 honda crv
member mark 29100
client 9.0 novell
client access v5r3
insurance 21st century
350 chevy
350 main cap bearing
350 pine nuts
100 oak barrels
100 oaks mall nashville
500 nascar daytona
454 chevy main bearings
300 jackson guitar
1010 wins new york
950 am seattle
680 knbr san francisco
760 wjr detroit
1000 bc jerusalem
747 jets boeing
300 spartans
500 greek letters
5000 watt generator
120 volt
4000 year old pine
250 cherry shrimp
1500 meter run record
911 porsche dallas
350z nissan houston
737 southwest dallas
545 westlaw
600 grand am
750 honda
883 harley sportster
440 dodge magnum
389 pontiac
400 sbc
318 mopar
100 washington quarters
100 grant bill
1000 lincoln pennies
500 lafayette dollar
1800 jefferson burr election
1860 lincoln election
1812 madison war
1864 grant lee
1868 grant
1800 jefferson
1796 adams jefferson
1801 jefferson inauguration
1828 jackson adams
1832 jackson
1860 lincoln
1776 franklin
1776 washington
2008 clinton
404 atlanta
713 houston
312 chicago area code
619 rey mysterio
316 stone cold austin
300 bowling dallas
500 festival indianapolis
100 black men of atlanta
702 las vegas
808 honolulu
311 band denver
311 omaha
112 atlanta club
212 new york
500 internal server
420 denver
420 colorado
1492 columbus
1906 san francisco earthquake
1871 chicago fire
1889 johnstown flood
1773 boston tea party
1692 salem
1836 alamo san antonio
1215 magna carta
1066 hastings
1066 battle of hastings
1588 armada
1455 gutenberg
1517 luther
1609 hudson
1620 plymouth
1803 marbury
1787 constitution
1859 darwin
1876 custer
1879 edison
1905 einstein
1927 lindbergh
1687 newton
1776 mccullough
1421 menzies
1914 smith wesson revolver
1911 colt
1894 winchester
1100 remington
1187 remington
1022 ruger
870 remington
700 remington
336 marlin
629 smith
686 smith wesson
4020 deere
8000 leica
5500 nikon
2600 atari
7800 atari
6230 nokia
3200 lexmark
2300 canon
1811 sutherland cox
990 newbalance
1460 martens
401 k
501 levis
550 levis
517 levis
505 levis
300 chrysler
850 volvo
960 volvo
944 porsche
928 porsche
356 porsche
308 ferrari
360 modena
626 mazda
300 baldur
1701 enterprise
map 48187 canton
homes for sale 30043 lawrenceville
mapquest 33176 miami
confirmation dress size 12
confirmation class 2006
confirmation code of 1984
cdc 2006 guidelines
din 912 bolt
din 1.25 4mm
vista del mar 2 bedroom
1500 sqft homes atlanta 30342
hotel 33176 miami
zip 30303 atlanta
1963 martin luther king jr
100 martin luther king quotes
tail light 1995 f150
parcel post 2006 rates
parcel 3 movie
dea schedule 2 drugs
npi 2007 deadline
subnet 255.255.252.0
803/555 bearing
canon eos 350d
samsung hl-s5087w
kenmore 665.15982
whirlpool 8318084 timer
hp laserjet 4250 error 49.4c02
lexmark 12a7462
1978 trans am
2005 gmc yukon denali 22 rims
6 pines apartments
oak 3/4 plywood
maple 4x4 posts
500 maple syrup recipes
1000 pine cones
350 engine main seal
area code 504
zip code 44101
94103 san francisco
map 60657 chicago
pizza 30303 atlanta
matthew 5:3-12
1 samuel 17
title 18 section 1343
29 usc 2601
california vehicle code 23152
hr 1268
form 2555
w-4 2006
i-765
case 621b loader
case study 12 nike
order 80 prints
policy studies 400
claim 2005 earned income
plate 8 oz
plates 10.5 inch
id 10 t error
receipt book 2 part
account 3 columns
ticket 311 concert
member 50 plus
passport 2 go
license to kill 007
tag 2003 movie
warrant 90s band cherry pie
us airways 1016
mets 7 braves 5
powerball april 15 2006
1/2 cup butter grams
$1,200 rebate
1600 pennsylvania avenue tv show
electric avenue 1983
mambo no 5
windows 98 se
java 1.4.2
error 1321 msi
p0455
percocet 10/650
3605 v pill
c8h10n4o2
csi 6x24
channel 9 orlando
9-11-01
may 23 2006 american idol finale
12 x 15 = 180
sqrt 225
ocean 11 vegas
studio 6 dallas
5 guys
99 ranch market
w 100 fm
icd9 401.9
cpt 29881
bio 101
isbn 0375842209
upc 078742
p265/70r16
5 ft 4 135 pounds
32x80 door
www.4wheelparts.com
http://www.mtv.com/ontv/dyn/2006
1st marine division
route 1 saugus
i-10 closed
exit 33
lake 101
500 lb gorilla
3 amigos
100 percent cotton
4 leaf clover
18k gold
19th amendment
12th street rag
42 below
800 meter world record
401 k early withdrawal
529 plan virginia
1031 exchange rules
800 number lookup
1 800 dentist
555 timer circuit
720p vs 1080i
143 meaning
5-htp
wd40
t4 thyroid 0.8
hla b27
h5n1
ps3 release date november 2006
xbox 360 core
psp 2.71
rj45 pinout
12 volt 7ah battery
9007 headlight
`

/** The same with something that identifies somebody, all made up: kind, a colon, the query. */
export const IDENTIFYING_QUERIES = `
phone: 212-555-0142
phone: 404 555 0199
phone: (312) 555-0117
phone: 7025550163
phone: 1-702-555-0163
phone: 1 800 555 0100
phone: 800-555-0188
phone: 18005550155
phone: reverse phone 2125550142
phone: reverse lookup 713 555 0124
phone: who called me from 866 555 0133
phone: who is 516-555-0171
phone: phone number 555-0142
phone: 555-0142
phone: 555 0142
phone: call 5550142
phone: 214.555.0190
phone: 718/555-0102
phone: joes pizza 203-555-0166
phone: 619 5550128
phone: cell phone 9495550135
phone: dr patel 847 555 0159 fax
phone: +44 20 7946 0958
phone: +49 30 901820
phone: 011 44 20 7946 0958
phone: +1 212 555 0142
phone: 305-555-0108 miami
phone: find owner of 5125550177
phone: (916)555-0144
phone: 410 - 555 - 0120
phone: 615 555-0139 nashville tn
phone: tel 303 555 0151
phone: 888 555 0122 customer service
phone: 877-555-0147
phone: free reverse cell phone lookup 7705550118
phone: 678-555-0193 name
phone: phone 415 5550106
phone: 269 555 0160
phone: 1.602.555.0181
phone: 804-555-0175 richmond
phone: area code 215 555 0111
phone: 9165550149
phone: verizon 1-800-555-0112
phone: 954 555 0198 ext 12
phone: 206-555-0126x4
phone: fax 650-555-0137
phone: 734-555-0169 address
phone: 5035550184 oregon
phone: 412-555-0103 pittsburgh pa
phone: mobile 07700 900123
phone: +33 1 42 68 53 00
phone: 336-555-0152
phone: 2485550129
phone: 775 555 0140 reno
phone: 541-5550130
phone: phone lookup 859 555 0157
address: 1600 example avenue springfield il
address: 123 main st atlanta ga 30303
address: 1600 pennsylvania ave
address: 4521 maple dr
address: 12 oak lane
address: 7845 w sunset blvd los angeles ca
address: 2200 e 53rd st
address: 350 5th ave new york ny
address: 9800 sw 72nd street miami fl
address: 1420 nw 5th
address: 501 n lamar austin tx
address: 1234 county road 12
address: 4500 highway 6 south houston tx
address: 100 us highway 1 north
address: 1500 broadway new york
address: 325 avenue c
address: 1290 avenue of the americas
address: po box 1234 dayton oh
address: p.o. box 98
address: rr 2 box 114
address: 22 elm street apt 4b
address: 77 massachusetts ave suite 200
address: 8815 conroy windermere rd orlando
address: 6200 hollywood blvd
address: 3301 lakeshore drive
address: 455 mill creek rd
address: 900 s 4th street las vegas nv 89101
address: 17 park place
address: 2001 peachtree rd ne atlanta
address: 1999 bryan st dallas tx 75201
address: 48 cherry hill ct
address: 5 river road
address: 210 w main street
address: 3645 marketplace blvd east point ga
address: 4600 woodland cir
address: 11400 rockville pike rockville md
address: 2424 wilshire
address: 14 sunset ter
address: 720 sprng garden stret
address: 415 kensington avenu
address: 6150 sunset boulavard
address: 801 lincln hwy
address: 88 bleecker st apt 5
address: 1207 st charles ave new orleans
address: 300 dr martin luther king jr blvd
address: homes for sale 1422 vine street
address: directions to 500 commerce dr
address: mapquest 2330 post rd warwick ri
address: property owner 918 birch ln
address: 1711 orchard pkwy
address: 42-15 bell blvd bayside
address: 3050 s highland dr
address: 5710 fm 1960 west
address: 62 crescent rd
address: 1012 n orange ave
address: 404 e washington st
address: 4521 wilson arlington va 22203
address: 233 s wacker drive
address: 10 maple street
address: 931 cypress trace
address: 19 harbor way
address: 240 w 35th st ny
address: 8 laurel court
address: zillow 1633 quail run dr
address: 2900 kirby lane apt 12
address: 6701 carnegie ave cleveland
address: apartments at 1400 hermann dr
address: 30 rockefeller plaza
address: 1845 walnut st philadelphia
address: 5100 northwest hwy
address: 1250 waters place bronx
address: 520 madison avenue
address: 12455 sw 68th terrace
address: 3400 n charles st
address: 99 hudson st
address: 1701 jfk blvd
address: 2560 old hickory blvd
address: 76 ninth ave
address: 1001 bishop st honolulu
address: 615 south figueroa
address: 1 microsoft way
address: 401 bay street
address: 3939 ruffin road
address: 2035 lemoine ave fort lee nj
address: 715 harrison street
address: 100 n main
address: 6300 wilshire blvd
address: 8601 lincoln blvd
address: 4100 west alameda ave
address: 505 hamilton ave
address: 2700 mission college blvd
email: jane.doe@example.com
email: bobby77@aol.com
email: find email suzyq_22@hotmail.com
email: who is redsox4ever@yahoo.com
email: mailto:tim99@example.org
email: jdoe1@mail.example.edu
email: cutie4u@msn
email: b.smith42@example.co.uk
email: login mary1950@comcast.net password
email: x22x@example.info
ssn: 219-09-9999
ssn: 078-05-1120
ssn: social security number 219099999
ssn: ssn 457-55-5462
ssn: 321 54 9876
ssn: 413-22-7719
ssn: social 512 33 4908
ssn: find person by ssn 305-41-2287
ssn: 267554191
ssn: my social is 601 22 4410
ssn: ss# 401-88-3021
ssn: death index 128-30-4471
card: 4111 1111 1111 1111
card: 4111111111111111
card: 5500-0000-0000-0004
card: 340000000000009
card: 3782 822463 10005
card: 6011000000000004
card: visa 4012888888881881
card: 30000000000004
card: credit card 5105 1051 0510 5100
card: 3530111333300000
card: 4222222222222
ip: 192.168.1.1
ip: 192.168.0.1 router login
ip: 10.0.0.138
ip: 203.0.113.77
ip: whois 198.51.100.23
ip: ip 192.0.2.15
ip: http://198.51.100.7/index.html
ip: trace 203.0.113.5
ip: 2001:db8::8a2e:370:7334
ip: fe80::1ff:fe23:4567:890a
ip: 203.0.113.200:8080
ip: ping 172.16.254.1
url: http://bob:secret99@example.com/
url: www.example.com/login?user=jdoe77
url: http://www.example.com/page.asp?sessionid=a8f3k2299x
url: https://secure.example.com/account/view/8812
url: http://www.example.com/profile.cfm?friendid=48213377
url: http://example.com/?email=jane%40example.com&x=1
url: www.myspace.com/janedoe1987
url: myspace.com/48213377
url: http://shop.example.com/cart;jsessionid=9f8e7d6c5b4a
url: ftp://user1:pw22@ftp.example.com/file
url: example.com/reset.php?token=99ab7731
url: https://www.example.com/statements?acct=5531
id: 1z999aa10123456784
id: 1z 999 aa1 01 2345 6784
id: ups 1z12345e0205271688
id: 9101785091401776953
id: 9400110200881234567890
id: 9102 9010 0130 1234 5678 90
id: 7005 1820 0004 5678 1234
id: ra473124829us
id: cp123456785us
id: tracking number 790512345678
id: fedex 863712345012
id: fedex tracking 123456789012345
id: dhl 8812345671
id: 1hgcm82633a004352
id: vin 2fmza51445ba12345
id: 1m8gdm9axkp042788
id: carfax 4t1be32k25u123987
id: jh4ka7561pc008269
id: d123-456-78-901-0
id: a1234567
id: s530-4601-2345
id: drivers license number b7712345
id: license plate abc1234
id: passport number 123456780
id: passport c01234567
id: account number 00123498765
id: acct 77120034
id: policy number hk-22-4471902
id: claim no 05-7712349
id: case number 05-cv-12347
id: order number 102-7712349-5512347
id: student id 8812349
id: inmate 1172349
id: confirmation number x7k99q
id: medicare number 219099999a
id: 3f2504e0-4f89-11d3-9a0c-0305e82c3301
id: 00-14-22-01-23-45
id: 12-3456781
id: employee id 4471902
id: loan number 3300127745
id: tag number 771kbz2
id: mrn 00448812
birthdate: born march 14 1971
birthdate: john doe dob 03/14/1971
birthdate: jane roe born 4-2-1958
birthdate: birthday june 3 1984
birthdate: date of birth 12/01/60
birthdate: 14 march 1971 born ohio
birthdate: dob 1962-07-30
birthdate: people born on october 9 1975
birthdate: sam poe birthdate 11/30/1949
birthdate: d.o.b. 7.4.1976
financial: gb82 west 1234 5698 7654 32
financial: de89370400440532013000
financial: iban fr1420041010050500013m02606
financial: routing number 021000021
financial: aba 011401533 bank
financial: checking account routing 122105155
financial: nl91abna0417164300
digits: 882934710233
digits: 55120099381277
digits: 77120034918
digits: 1478120039
digits: 120934857761230
digits: 660018273645500
name: jane mcallister obituary 2005
name: robert kowalski born 1950
name: find donna petrowski age 45
name: steven hargrove phone 2006
name: linda castellano inmate 2004
name: william dubois genealogy 1850
address: who lives at 2214 hollow creek rd
address: rental property 908 e 12th ave denver
address: 3315 n 16th st phoenix az
address: restaurant at 1550 hyde st san francisco
address: kroger 4920 roswell rd
address: walmart 5200 windward pkwy
address: cvs 11 belmont ave
address: mcdonalds 1101 s joyce st arlington
address: dentist 2700 westchester ave purchase ny
address: 220 e 42nd
address: 110 w 7th st suite 1100 fort worth
address: 8001 lbj freeway
address: 14902 preston rd #404
address: 16000 dallas pkwy
address: 2 broad st
address: 655 w broadway san diego
address: 88 kearny street
address: one 1100 alakea st
address: 4400 post oak parkway houston
address: 9 old post road
address: 17 w 17th st
address: 1320 hwy 17 bypass myrtle beach sc
address: 2811 state rd 7
address: 5001 us hwy 19 n
address: 12700 ventura blvd studio city ca 91604
address: hampton inn 2300 cumberland blvd
address: court house 400 s san vicente
address: 3600 las vegas blvd
address: 7100 camino real
address: 16 s main street
address: 1355 peachtree street ne
address: 4646 john r st detroit
address: 15 court square
address: 6000 executive blvd
address: 100 summer st boston
address: 44 wall street
address: 5858 westheimer
address: 8 penn plaza
address: po box 30285 salt lake city
address: box 221 rr 3
address: p o box 7713
phone: 704 555 0182 charlotte
phone: www whitepages com 914 555 0136
phone: reverse number 585-555-0115
phone: 8645550191
phone: 336 5550177 greensboro
phone: 1-888-555-0104 scam
phone: caller id 209-555-0194
phone: 5615550146 palm beach
phone: who owns phone number 5705550165
phone: (208) 555 0187
phone: bell south 770.555.0138
phone: nextel 619-555-0101
phone: fax number 973 555 0173
phone: t mobile 18665550109
phone: sprint 425.555.0123
phone: +52 55 5555 0100
phone: 011 52 55 5555 0100
phone: 0044 20 7946 0018
phone: 1 345 555 0132
phone: phone no. 555-0119
phone: pizza hut 555 0164 number
email: janedoe22@example.net
email: jane_doe_22@ example.com
email: johnny5@gmail
ip: is 24.16.88.201 a proxy
ip: ip address 64.233.160.7
ip: 68.142.226.33
ip: http://203.0.113.9:8080/admin
id: track 1z8734590312345671
id: usps 9101128882300123456789
id: usps tracking 0307 1790 0000 1234 5678
id: fed ex 790587654321
id: ups tracking k1234567890
id: vin number 1ftrx18w1xka12345
id: vin 1g1yy22g965104378
id: 2hgfg12878h512345
id: jt2ae94a9m3412345
id: license number t623-4410-7781
id: florida drivers license w426-545-30-761-0
id: case # 2004-cf-001234
id: inmate number k88123
id: policy # 4471-8812-09
id: account # 4400123377
id: member id xjh812349001
id: vehicle registration 4abc123
id: order # 7712349981
card: visa 4012 8888 8888 1881 exp 09/08
card: 371449635398431
ssn: ss 521-44-9081
ssn: my ssn is 448120934
ssn: 305 41 2287 social security death index
ssn: social security 401883021
birthdate: john doe born 3/4/1961 texas
birthdate: birthdate 05-06-1978
birthdate: born 12 dec 1944
financial: routing 322271627 account
financial: es9121000418450200051332
url: www.myspace.com/sk8rboi_92
url: http://www.facebook.com/profile.php?id=12345678
url: https://www.bank.example.com/login/session/88213
url: http://mail.example.com/inbox?uid=88213&sid=af3388
url: www.match.com/profile/showprofile.aspx?userid=kd8823
address: 5858 westheimer houston tx
address: 2801 atlantic ave virginia beach va
address: 850 third ave ny ny
address: sheriff 550 n flower st santa ana
address: harris county 1001 preston street
address: 1222 spruce st st louis mo 63103
address: 540 gaither road rockville
address: 1776 k st nw
address: 600 n st sw washington dc
address: 1 police plaza
address: 6 e 43rd st
address: 3707 e southern ave mesa
address: 1111 constitution ave nw irs
address: social security office 16 court street brooklyn
address: dmv 11 greenway plaza houston
address: post office 421 8th avenue
address: 5 woodhollow rd parsippany
address: 800 s gay st knoxville
address: 201 s. main st.
address: 1350 avenue of americas
address: 24 beech st apt #2
address: house for sale 77 lakeview dr
address: sold homes 1415 n dearborn
address: 450 w 15th st 3rd floor
address: 25 mt vernon st
address: 88 st james place
address: 2300 st paul st baltimore
address: 8700 w bryn mawr
address: 333 w wacker dr suite 500
address: 3811 turtle creek blvd dallas
address: 1221 mckinney st
address: 7 times square
address: 2 penn plaza
address: 9700 bissonnet
address: 1801 k street
address: 2100 l st
address: 350 n orleans
address: 1 world trade center
address: 4 embarcadero center
address: 50 california st
address: one 700 louisiana st
address: 2049 century park east
address: 10100 santa monica blvd
address: 11766 wilshire blvd los angeles
address: 3200 bristol st costa mesa ca
address: 18101 von karman ave irvine
address: 4 hutton centre dr
address: 600 b street san diego
address: 201 mission st
address: 1999 harrison st oakland
address: 2121 n california blvd
address: 3 embarcadero
address: 1 montgomery st
address: 4747 executive dr
address: 9350 wilshire
address: 5055 wilshire blvd
address: 2029 century park e
address: 8383 wilshire boulevard
address: 6922 hollywood blvd
address: 5670 wilshire
address: 911 parkside dr winter park fl
address: 411 n orlando ave
address: 3101 e president george bush hwy
address: 2 infinite loop cupertino
address: 77 rio robles
address: 1600 amphitheatre pkwy
address: 701 first avenue sunnyvale
address: 1 dell way round rock
address: 1 hacker way
address: 500 oracle parkway
address: 4800 w 129th st alsip
address: 22000 aol way dulles va
address: 8400 nw 36th st miami
address: 26525 n riverwoods blvd
address: 9725 datapoint dr
address: 6565 kimball dr gig harbor
address: 16 e 34th st
address: 2345 crystal dr
address: 1901 n moore st
address: 5 penn plz
address: 400 oyster point blvd
address: 225 liberty street ny
address: 4 times sq
address: 111 8th ave
address: 60 hudson
address: one wilshire 624 s grand ave
address: 3000 bowers ave
address: 2020 5th avenue
address: 2020 main st irvine
address: 1945 gallows rd vienna va
address: 1999 avenue of the stars
address: 2000 k st nw
address: 1950 n stemmons fwy
address: 2005 market street philadelphia pa
address: 1980 festival plaza dr
phone: 1 718-555-0102
phone: 1(718)555-0102
phone: 718 555-0102 verizon wireless
phone: #718-555-0102
phone: (718-555-0102)
phone: 718-555-0102?
phone: 718_555_0102
phone: 718*555*0102
phone: 718--555--0102
phone: 718 555 01 02
phone: 1718 555 0102
phone: 001-718-555-0102
phone: 718.5550102
phone: phone#7185550102
phone: cell:7185550102
phone: 718555-0102
phone: +1(718)555-0102
phone: 1-718-5550102
phone: 718 - 5550102
phone: 555-0102 brooklyn
phone: 718-555-0102 718-555-0103
phone: phone number 718 555 0102 owner name
phone: tel.718.555.0102
phone: t:718.555.0102 f:718.555.0103
phone: 718 555 0102.
phone: "718 555 0102"
address: 123 main st.,atlanta,ga
address: 123 main st/atlanta
address: #123 main street
address: 123 main st atlanta georgia zip code
address: zip code for 123 main st atlanta
address: what is at 123 main st
address: 123 main st apt4
address: 123 main st unit 4-b
address: 1234 s.w. 5th ave
address: 1234 s.e. 17 ave
address: 1234 n.e. 163 st
address: 1234 east 9 mile rd
address: 23400 michigan ave dearborn
address: 123 hwy 17
address: 123 s hwy 17-92
address: 5000 e. 2nd street
address: 123 st. marks pl
address: 123 el camino real
address: 123 la cienega blvd
address: 123 main str
address: 123 hillside aveue
address: 123 5 ave
address: 12345 sw 137 ave
address: 1401 brickell ave
address: 123 1/2 main st
address: 123 main st 2nd floor
address: 123 paseo del norte
address: 123 via verde
address: 123 calle ocho
address: 123 o'connell st
address: 123 mlk blvd
address: 123 us-1
address: 123 route 9w
address: 123 rt. 46
address: 123 rte 1 south
address: 123 state hwy 249
address: 123 ih 10 west
address: 123 loop 410
address: 123 interstate 30
address: 6363 farm to market rd 1960
address: 45 rockefeller plz
address: 123 main st - atlanta
address: 123 main st (atlanta)
address: apt 5 123 main st
address: 123 w. madison
address: 2000 n. clark chicago
address: 1400 s. lake shore drive
address: 100 s ashley dr tampa
address: 4000 legato rd fairfax
address: zip+4 for 77 beacon st
ssn: ssn:219-09-9998
ssn: ssn#219099998
ssn: 219/09/9998 social
ssn: ss number 219 09 9998
card: card 4111-1111-1111-1111 12/08
email: jane.doe @ example.com
email: jane.doe at example.com 22
email: email:jane22@example.com
email: jane22@example.com.
email: "jane22@example.com"
id: vin# 1hgcm82633a004352
id: 1hgcm82633a004352 carfax report
id: ups tracking # 1z999aa10123456784
id: track ups 1z999aa10123456784
id: usps 0301 0120 0000 1234 5678
id: usps 70051820000456781234
id: fedex# 863712345012
id: 8637 1234 5012 fedex
id: tracking 9611019012345612345671
id: dl# d1234567
id: drivers license d1234567
id: passport no. 712345678
id: account no. 1234598760
id: acct# 1234598760
id: policy#hk4471902
id: claim #057712349
id: case no. 05-12347
id: loan #3300127745
birthdate: dob 3/14/71 jane doe
birthdate: born 03/14/71
birthdate: DOB: March 14, 1971
url: index.cfm?fuseaction=user.viewprofile&friendid=48213377
url: profiles.yahoo.com/janedoe22
url: members.aol.com/janed1950
url: hometown.aol.com/janed1950/index.html
phone: 44 20 7946 0958
phone: 49 30 901820 12
id: screen name cutie12345
id: icq 123498765
id: username jane4477
url: viewprofile.aspx?userid=kd8823
url: profile.myspace.com/index.cfm?fuseaction=user.viewprofile&friendid=9124417
url: http://www.match.com/profile/showprofile.aspx?uid=77120441
phone: 1-800-555-0155
id: EA417729803US
id: a 097 441 228 alien number
phone: area code 734 555 0120
id: inmate number 1147829
phone: reverse phone lookup 1 (510) 555 0147
id: receipt number eac0512250447
id: account number 4417 0092 118
id: license plate lookup dkv-4471
id: 9405911862527601895552
phone: 404 555-0180
address: 1350 s michigan chicago il 60605
address: 7710 whispering pines
id: usps 03059797114710497464
phone: 866-555-0103
birthdate: darlene kowalczyk born 4/17/1961
url: http://www.facebook.com/profile.php?id=1203341
id: student id 900441827
id: lin-06-112-50447
id: inmate 04417-088
phone: fax 248-555-0171
address: 850 third avenue 10022
id: vin 1J4LE89A44R866661
id: order number 104-8827713-5502291
ip: ip address 10.0.0.138
id: 1 z 999 aa1 01 2345 6784
address: 1022 ave j brooklyn
id: jhmxn03axvh215901
address: 6650 lake worth rd lake worth florida
phone: cell phone number 2145550166
id: passport number 711204438
id: vin check 1G1VE81C46A139624
phone: who called me from 727-555-0123
id: tdcj 01227743
phone: 219 5550110
address: 3307 broadway
phone: 443-555-01 443-555-0181
address: who lives at 64 pine ridge rd
address: 19432 hwy 59 north humble texas
id: 1z9960300224628191
address: p.o. box 98213 atlanta
id: ups tracking 1Z1661310260913902
address: 18 old post road
address: 1427 maple street
phone: whose number is 270-555-0191
address: n74w12455 leatherwood ct
url: www.myspace.com/48812207
address: 312 n oakwood ave springfield il
birthdate: james t hollis dob 11/02/1974
phone: 800 555 0145
phone: 1-916-555-0103
phone: dentist 98104 206 555 0119
birthdate: date of birth 07/19/1985
address: property records 6214 lochmoor drive
address: 431 w 9th st
address: 2133 1/2 vine st
id: doc number k81229 inmate search
id: booking number 0600188237
phone: who owns phone number 469-555-0114
phone: 7185550123
phone: 18775550132
id: 9102 5075 2917 0342 3667 14
id: policy number hp 4471982-03
url: myspace.com friendid=33217740
birthdate: birth date 03-22-58 ronald beasley
phone: 1-900-555-0122 psychic
card: 5500000000000004
address: rr 2 box 118 paducah ky
phone: 386-5550190
phone: 330.555.0117
phone: 850-555-0150 ext 214
id: member id xqh882914507
address: 88 harbor view dr apt 4b
phone: reverse phone 9045550165
ip: http://192.168.0.1
address: po box 1147 rome ga
financial: bank account 000884417723
id: delivery confirmation 9101768426846563212238
phone: phone number 803/555/0161
financial: ein 58-2217743
card: visa 4012-8888-8888-1881
address: driving directions to 2890 peachtree rd ne atlanta ga 30305
id: confirmation number 7gk2qx
address: 1 penn plaza suite 2400
url: http://www.myspace.com/index.cfm?fuseaction=user.viewprofile&friendid=48217733
address: 5521 county road 314
id: florida tag number x47 blq
id: drivers license m520-441-77-203-0
id: 1Z526A010215908301
address: 109 birchwod lane levittown pa
id: acct 00183-77241
address: 4 brookside st toms river new jersey
url: http://photobucket.com/login.php?user=ktbug88&pass=hunter22
phone: phone 6026 602-555-0139
birthdate: martha ann pruitt born june 14 1948
address: 2211 caminito del mar san diego ca 92130
address: 3020 martin luther king jr
id: case no 2004-cf-001883 duval county
id: dmv title number 80117442
id: case number 05-cv-02217
phone: cell number trace 419.555.0130
address: 7 elm ct
phone: 5550171
id: carfax 2t1wm71a44h774121
id: serial number 8k22917qt41 stolen
address: homes for sale 1180 kensington circle
address: 4410 rt 9 freehold nj
address: zillow 5138 glenmeadow houston tx 77096
id: fedex tracking number 8323 1948 7577
address: home value 2715 dunleer
phone: (305) 555-0199
phone: 555-0134
address: 9871 nw 12 ct plantation fl
phone: 1-877-kars4 1-877-555-0154
id: hull id abcx2217e494
id: inmate id r55172
id: license plate 4gkr882
address: 716 hickory akron ohio
address: map 415 west 23rd street new york
phone: 1 888 555 0120 customer service
phone: 555 0117 phone number dothan al
address: 225 lakeshore pkwy unit 310
address: 123 e. walnut
address: 12709 tamiami trail
address: 240-12 hillside avenue queens
phone: (740)5550188
address: 15 chestnut hill trl
id: 029093786579759
address: 5 corporate park drive
address: 2204 sw 47th ter cape coral fl 33914
address: 1600 e lamar blvd arlington tx
id: docket number 03-14477
id: track fedex 882199351812
phone: reverse lookup 614 555 0178
id: claim number 0047-881-2239
address: 1911 fm 1960 west
phone: 617 555-0108 boston
phone: 352-5550100 352-555-0100
id: 3VWHA79B81C026859
phone: joes pizza 631-555-0110
url: http://viewmorepics.myspace.com/index.cfm?fuseaction=user.viewpicture&friendid=44177228
address: 24602 raymond way lake forest
id: dhl tracking 2217743310
address: 1220 rosecrans san diego
address: mapquest from 12 oak st boston to 41 elm st worcester
address: 3810 wallingford n seattle
id: 1Z8AE8190136993564 ups
id: license plate number abc 1234 ohio
address: 302 mulberry scranton pennsylvania
address: 33 lexington ave new york ny
phone: 504--555--0143
address: map of 1440 sheridan
birthdate: birth records 05/19/1949 pauline tate
phone: 9175550118 verizon wireless name
address: 1918 prairie view mesquite tx
id: amazon order 002-4417722-8812309
phone: reverse lookup cell phone 229 555 0112 georgia
phone: sprint 8885550177
url: ebay.com/ws/ebayisapi.dll?viewuser&userid=tmq4417
financial: checking account 7741 8822 03
url: hi5.com/friend/p44177228
phone: 302 555-0177 people search free
address: star route box 44
phone: 972.2.5550142
id: 7112 0044 8812 3309 4471
url: http://mail.yahoo.com/?login=jroth44
id: 2005-dr-004417 divorce
address: 0 hunter rd bangor me
id: southwest rapid rewards number 00000441772298
id: cell phone esn 0f4417d2
phone: (213)-555-0130
id: citation c4471882
id: mac address 00:0d:93:44:17:7e
ip: http://10.0.1.1/index.html
address: 100 main
id: usps confirm 0304 1560 0003 8812 4471
address: 2014 nw 5 place gainesville
id: 1fagz27b85m201027 recall
phone: 5550137 phone
id: nj license plate rtv 44k
id: a97 441 228
phone: 609.5550174
address: 5500 s. sepulveda
id: texas plate 47k mz1
phone: 1-866-5550141
address: 600 peachtree
address: 10 downing st apt 2
id: drivers license number h 441 772 908 113
phone: 1-800 555 0102 capital one
phone: 773 555 0156 jewel osco
birthdate: kenneth r vaughn birthday 12-4-1955
address: 6 south st
phone: [310] 555-0144
url: myspace friend id 44177228
address: 2701 s harbor
address: 44 montgomery st 23rd floor
birthdate: gladys mabry b. 10/12/1921
id: 758178397050 fedex
address: tax assessor 1827 pecan
address: 918 cherrywood cir
phone: phone # 760 5550187
address: 3131 connecticut ave nw
birthdate: born 1 jan 1932 harold stroud
phone: who is 8005550177
id: where is my package 9102327295181756048066
id: mdoc 447182
phone: 215-555-0162 215-555-0163
address: 5409 vista del arroyo la crescenta
address: 9206 sandy springs san antonio
phone: call from 5025550111
id: din 04a4471
id: visa case number mtl2005744182
birthdate: d.o.b. 2/3/70 lisa marchetti
id: blue cross id yhj447100882
address: 22 w bryn mawr
id: federal inmate 17744-018
address: 1505 old hickory blvd nashville
address: 820 n state st
phone: ph 870 5550 129
address: 5112 highpoint atlanta 30342
address: 4216 duncan ave st louis 63110
phone: dr rollins office 555 0110
url: https://www.bankone.com/acct?id=441772
id: confirmation code xk4t9q
id: nysid 04471882z
phone: reverse number search 7045550
id: walmart gift card 6006491447182003
address: house 2290 quail hollow
phone: 941 5550122 sarasota
url: blackplanet.com/sexychoc44
id: cdc h88127
id: california drivers license c4417722
phone: 410-555-o 410 555 0193
id: parking ticket 881-2244-710
id: w2 ein 36-4417722
id: case # 06-1147-ca-08
address: apt 14c 330 e 38th st
address: 14300 us highway 1
address: 1701 ne 115 st north miami
id: parcel 14-22-31-0000-044-0
address: 1015 15th st nw
card: 4417 1234 5678 9113 visa
phone: 8005550177 complaint
id: medicaid number 4417722a
address: 11 e 44th
phone: 44-1632-960123
phone: 555 0198 tulsa
address: 8 woodland rd short hills nj 07078
id: src-05-217-51882
card: discover card 6011000990139424
id: cp 447 118 203 us
id: geico policy 4017-88-22-31
id: allstate claim 4417720981
id: 420 33176 9101 8052 1368 3000 4471 22
address: 711 stewart ave garden city
address: 7225 parkway dr hanover md
address: 613 s.e. 8th st
id: decode 3vwpc61b41k065286
id: 863923321465
address: 1900 avenue of the stars
url: www.myspace.com/babygurl4417
id: imei 352044017722918
address: 4125 e. la palma ave. anaheim
id: unemployment claim confirmation 88124471
phone: 440-555-0127 cleveland
phone: find name for phone number 7025550149
phone: 1 800 555 0133 dish network
phone: reverse directory 408 555 0172
phone: (901) 5550164
phone: who does 5615550109 belong to
phone: 555-0177 mobile alabama
phone: 877 555 0188 collection agency
phone: 2695550115
phone: 509.555.0141 spokane
phone: 3195550 106
phone: caller id 1-347-555-0151
phone: 956-555-0199 unlisted
address: 2817 larkspur ct
address: 604 e fairmount baltimore
address: 1339 wheatland road lancaster
address: 90 state st albany ny 12207
address: 6921 cypress bend
address: 4533 s drexel chicago
address: directions 1700 harbor bay alameda ca
address: p o box 3316 mobile al
address: 118 hawthorn
address: 27 rolling meadow ln pound ridge
address: 8814 forest glen houston
address: 3622 sr 44 new smyrna
address: 5017 ne 42nd
address: how much is 2240 ridgeway drive worth
address: 1213 gaylord denver
address: 410 walnut cincinnati
address: 775 e 185
address: 340 rosewood lane apt c
id: 1Z94E5WE0280730211
id: 873681930369
id: usps track 9405262129972200332246
id: 2T1GU32B73C056224 history
id: nc license plate tvk 8841
id: docket no. cv-05-7731
id: 2006-cv-118820
id: prisoner number t77120
id: policy # 88 1177 2204
id: humana member id h44710982
id: order confirmation 77128840
id: texas drivers license 07712884
id: i-485 receipt msc0510277128
id: case number 03cr7712
id: ups tracking number h7712884410
id: serial number u63771288
ip: 192.168.2.1
ip: 10.1.10.1 login
url: www.myspace.com/hotmama771
url: myspace.com/index.cfm?fuseaction=user.viewprofile&friendid=7712884
birthdate: loretta haskins born 2/11/1937
id: savings account number 7712 884 410
`
