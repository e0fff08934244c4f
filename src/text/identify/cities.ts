// The larger towns of the United States, by the words that tell them.
const CITIES = new Set(
  `new york,los angeles,chicago,houston,phoenix,philadelphia,san antonio,san diego,dallas,san jose,austin,jacksonville,fort worth,
columbus,indianapolis,charlotte,san francisco,seattle,denver,washington dc,nashville,oklahoma city,el paso,boston,portland,las
vegas,detroit,memphis,louisville,baltimore,milwaukee,albuquerque,tucson,fresno,sacramento,kansas city,mesa,atlanta,omaha,colorado
springs,raleigh,long beach,virginia beach,miami,oakland,minneapolis,tulsa,bakersfield,wichita,arlington,aurora,tampa,new
orleans,cleveland,honolulu,anaheim,lexington,stockton,corpus christi,henderson,riverside,newark,st paul,saint paul,santa
ana,cincinnati,irvine,orlando,pittsburgh,st louis,saint louis,greensboro,jersey city,anchorage,lincoln,plano,durham,buffalo,chandler,chula
vista,toledo,madison,gilbert,reno,fort wayne,st petersburg,lubbock,laredo,irving,chesapeake,winston salem,glendale,scottsdale,garland,boise,norfolk,spokane,fremont,richmond,santa
clarita,san bernardino,baton rouge,hialeah,tacoma,modesto,huntsville,des moines,yonkers,rochester,moreno valley,fayetteville,fontana,worcester,birmingham,little
rock,augusta,oxnard,amarillo,mobile,grand rapids,salt lake,tallahassee,huntington beach,knoxville,newport news,providence,santa monica,pasadena,chattanooga,fort
lauderdale,ft lauderdale,brooklyn,bronx,queens,manhattan,staten island,nyc,hollywood,beverly hills,savannah,springfield,syracuse,dayton,akron,hartford,shreveport,columbia,charleston,flushing,ny,la`
    .split(',')
    .map((city) => city.replace(/\s+/g, ' ')),
)

/** Whether a larger town is named from word i on. */
export function cityAt(words: readonly { readonly text: string }[], i: number): boolean {
  const word = words[i]?.text
  return word !== undefined && (CITIES.has(word) || CITIES.has(`${word} ${words[i + 1]?.text ?? ''}`))
}

/** The first words of their names. */
export const CITY_STARTS: readonly string[] = [...CITIES].map((city) => city.split(' ')[0] ?? city)
