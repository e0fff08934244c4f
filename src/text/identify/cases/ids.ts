// Tables of made-up texts, one a line; braces mark the span to be found.

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
