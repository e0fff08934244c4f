// Tables of made-up texts, one a line; braces mark the span to be found.

export const EMAILS = `
{jane.doe at gmail dot com}
email {jdoe at example dot org}
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
{moshe grunwaldman} lakewood nj
{t.j. petrowski} coach
{petrowski, donna}
{donna k. strzelbicky}
{fatima al-petrowski} realtor
{donna_petrowski}
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
ann taylor loft
lexia english
kevin t shirt
reparar un compresor
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
