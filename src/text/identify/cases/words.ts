// Tables of made-up texts, one a line; braces mark the span to be found.

export const EMAILS = `
{jane@example.com}
{jane.doe@example.com}
{jane_doe+tag@example.co.uk}
{j-doe99@mail.example.org}
mail {jane@example.com} please
<{jane@example.com}>
mailto:{jane@example.com}
{jane@example.com}.
{jane@aol}
{jane22@yahoo}
{jane@ example.com}
find owner of {redsox4ever@example.net}
{x@y.info}
{o'brien@example.com}
{jane@sub.domain.example.edu}
{a1@b2.us}
{jane_22 at yahoo.com}
{jane22 (at) yahoo.com}
`

export const NO_EMAILS = `
@
@home
party @ my house
jane @
@example.com
meet @ 5
foo@bar
jane at example
a@
buy 2 @ 5
example.com
top 100 songs at yahoo.com
`

export const URLS = `
{http://bob:secret@example.com/}
{ftp://user:pass@ftp.example.com/x}
{http://example.com/a?sessionid=8831aa}
{http://example.com/a.php?PHPSESSID=8831aa99}
{http://example.com/a;jsessionid=8831aa99}
{http://example.com/?token=abc123}
{http://example.com/reset?auth=abc123&x=1}
{http://example.com/?password=abc123}
{www.example.com/login?user=jdoe}
{example.com/p?userid=8831}
{http://example.com/?email=jane%40example.org}
{http://example.com/?friendid=883122}
{http://example.com/x?lastname=doe}
{https://example.com/account/8831}
{https://www.example.com/a/b.html}
go to {https://example.com/private} now
{www.myspace.com/janedoe}
{http://www.myspace.com/8831229}
`

export const NO_URLS = `
http://example.com
http://example.com/
https://example.com
https://www.example.com/
www.example.com
www.123greetings.com
http://www.example.com/page1.html
http://www.example.com/news/2006/05/12/story.html
example.com/index.html
www.myspace.com
myspace.com/index.cfm
http www.example.com
and/or
w/o
24/7
http://www.example.com/?page=2
www.example.com/search?q=shoes
`

export const ADDRESSES = `
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

export const IDS = `
{1z999aa10123456784}
{1z 999 aa1 01 2345 6784}
ups {1z12345e0205271688}
{9400110200881234567890}
{9400 1102 0088 1234 5678 90}
usps {9101 1288 8230 0123 4567 89}
{ra473124829us}
{ra 473 124 829 us}
fedex {863712345012}
fedex tracking {123456789012345}
tracking number {790512345678}
dhl {8812345671}
{1hgcm82633a004352}
{1m8gdm9axkp042788}
{jh4ka7561pc008269}
vin {2fmza51445ba12345}
{d123-456-78-901-0}
{s530-4601-2345}
{a1234567}
drivers license {b7712345}
license plate {abc1234}
passport number {123456780}
passport {c01234567}
account number {00123498765}
account #{0012349876}
acct {77120034}
policy number {hk-22-4471902}
claim no {05-7712349}
order number {102-7712349-5512347}
student id {8812349}
inmate {1172349}
confirmation number {x7k99q}
{3f2504e0-4f89-11d3-9a0c-0305e82c3301}
{00-14-22-01-23-45}
{12-3456781}
member id {xjh812349001}
{1 z 999 aa1 01 2345 6784}
account number {4417 0092 118}
checking account {7741 8822 03}
policy number {hp 4471982-03}
claim confirmation {88124471}
license plate lookup {dkv-4471}
license plate {x47 blq}
nj license plate {rtv 44k}
{lin-06-112-50447}
receipt number {eac0512250447}
{2005-dr-004417} divorce
case 1:{05-cv-02217}
{04-44177} bankruptcy
cause no. {2005-44177}
{k81229} inmate search
tdcj {01227743}
{a97 441 228}
mac address {00:0d:93:44:17:7e}
confirmation code {xk4t9q}
`

export const NO_IDS = `
f-150
ti-83 plus
hp deskjet 3845
sony dcr-trv27
kx-tg2740s
b000fqj7xk
wrt54gs
kenmore 110.92583200
ac-dl-51
tec-9
q2612a
c8765wn
12a7415
5w-30
p235/75r15
275/60r17
7732-18-5
50-00-0
isbn 978-0-306-40615-7
0-439-78454-9
043965548x
2006-2007
1861-1865
12-25-2005
30047-1234
windows xp sp2
error 0x80070005
kb835935
1040ez
w-9
dd214
va form 21-4138
mcse 70-270
640-801
babygurl1989
cutiepie2006
account 2006
license renewal 2006
order 66
loan 250000
vehicle code 22350
passport application ds-11
student loan 2006
case 580 backhoe
serial killers 1970s
sapphire rx 1950xt
policy 10-2006
license plate 1957 ny
license plate 50 cal
confirmation class 2006
insurance 100 300 100
order form 990-ez
cessna citation 525b
din 912 bolt
account 2005 2006 2007
`

export const DIGIT_RUNS = `
{88293471}
{882934710233}
{55120099381277}
{77120034918}
{1478120039}
{120934857761230}
lookup {660018273645500}
`

export const NO_DIGIT_RUNS = `
30047
123456
1234567
12345678
123456789
1234567890
11111111
00000000
20060512
05122006
1000000
20000000
item 88293471
1478120
1,000,000
250000
3.14159265358979
31415926535
9780306406157
036000291452
upc 882934710233
0306406152
part 88293471
$12345678
99999999999
`

export const NAMES = `
{john smith}
{mary kowalski}
{jennifer mcallister} obituary
{robert hargrove}
{james t hargrove}
{james t. hargrove}
{mary ann petrowski}
{linda castellano} atlanta ga
find {donna petrowski}
{michael o'brien}
{steven hargrove} phone
{kathleen fitzpatrick}
{susan nguyen}
{carlos hernandez}
{patricia johansson} attorney
{gary schwartz} md
{deborah mcdonald}
{brian kowalczyk}
`

export const NO_NAMES_HERE = `
britney spears
paris hilton
george bush
elvis presley
abraham lincoln
john deere
wells fargo
virginia beach
santa rosa
kelly blue book
harley davidson
jack daniels
betty crocker
ruby tuesday
howard johnson
hong kong
myrtle beach
kansas city
will call
bill pay
mark up
grace church
rose garden
summer camp
april fools
amber alert
crystal lake
penny stocks
dallas cowboys
carolina panthers
charlotte nc
austin texas
jackson hole
free music
cheap flights
weather
google
the new york times
how to cook rice
`
