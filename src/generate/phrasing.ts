// Words people put around a subject. Area by area the generator orders them differently, so that "recipe" and
// "for sale" keep their own company, as they do in real logs.
const split = (text: string) => text.split(',').map((phrase) => phrase.trim())

export const BEFORE = split(
  'free, new, best, cheap, how to, the, used, online, what is, pictures of, history of, how to make, buy, find, where to buy, ' +
    'discount, american, old, list of, types of, home, custom, local, top, small, how do i, antique, national, black, big, ' +
    'wholesale, official, kids, women, the best, vintage, who is, my, great, facts about, mens, real, learn, digital, making',
)

export const AFTER = split(
  'pictures, for sale, lyrics, reviews, recipes, online, information, store, parts, games, com, prices, news, jobs, 2006, store locator, ' +
    'movie, school, music, company, ideas, download, coupons, video, photos, club, plans, for kids, show, book, supplies, ' +
    'tickets, codes, cheats, symptoms, treatment, clip art, patterns, training, rental, insurance, law, center, repair, ' +
    'sale, website, magazine, quotes, history, schedule, cost, rules, tips, service, software, free, schools, hotels, ' +
    'catalog, manual, side effects, directions, maps, calendar, awards, definition, template, forum, association, equipment',
)

export const CONNECT = split('and, in, for, of, with, for, in, on, to, the, from, or, at, by, a, without, after, vs')

/** What is looked for near home. */
export const SERVICES = split(
  'hotels, restaurants, real estate, homes for sale, apartments, jobs, weather, pizza, high school, public library, hospital, ' +
    'newspaper, movie theaters, map, police department, county court, news, county, church, dentist, doctors, day care, ' +
    'used cars, car dealers, furniture stores, banks, chamber of commerce, airport, school district, community college, ' +
    'golf courses, parks, zoo, museum, hair salon, nail salon, gym, plumber, electrician, roofing, florist, bakery, ' +
    'animal shelter, veterinarian, lawyers, tax records, property search, obituaries, cemetery, white pages, radio stations, ' +
    'tv stations, campgrounds, fishing, beaches, events, county fair, flea market, thrift store, bowling, skating rink, ' +
    'elementary school, middle school, university, houses for rent, condos, foreclosures, mortgage, city hall, dmv, jail, ' +
    'inmate search, traffic, bus schedule, train station, taxi, storage, moving companies, landscaping, pool supplies, ' +
    'pet store, tattoo shops, bars, night clubs, steak house, chinese restaurant, mexican food, sushi, bed and breakfast, ' +
    'cabins, vacation rentals, wedding chapel, banquet halls, catering, photographers, dance studio, karate, soccer league, ' +
    'little league, youth football, funeral home, nursing homes, home health, urgent care, pharmacy, eye doctor',
)

export const QUESTIONS = split(
  'how to get rid of, what is the best, how do you make, what does, how much is, where can i find, why do, what are the, how long does, ' +
    'can you use, how to fix, what is a good, when is, who invented, how many, is there a, what to do with, how to clean',
)

/** Streets and trades for made-up addresses and businesses. */
export const STREETS = split(
  'main, oak, maple, cedar, elm, pine, washington, lake, hill, park, walnut, spring, river, church, mill',
)
export const STREET_KINDS = split('st, ave, rd, dr, ln, ct, blvd, way')
export const TRADES = split(
  'inc, corp, company, services, group, construction, farms, auto, llc, and sons, realty, dental, design',
)
