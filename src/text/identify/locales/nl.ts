import { bsn } from 'stdnum/lib/cjs/nl/index.js'
import { holds } from './holds.js'
import type { Locale } from './locale.js'

export const nl: Locale = {
  code: 'nl',
  title: 'Dutch (Netherlands, Belgium)',
  phone: {
    regions: ['NL', 'BE'],
    hotlines: '^0(?:800|900|906|909|88|14)|^14|^116',
    services: 'klantenservice,helpdesk,service,servicenummer,meldkamer,spoed,storing,klantenservice nummer',
    about:
      'telefoon,tel,telefoonnummer,nummer,nr,mobiel,gsm,06,vast,fax,gebeld,belt,belde,bellen,gemiste oproep,oproep,van wie is,wie belt,wie is,whatsapp,app,sms,contact,spam',
  },
  address: {
    number: 'behind',
    words: 'van,de,het,burgemeester,dokter,dr,professor,rue,avenue',
    weakWords: '',
    endings:
      'straat,str,straatje,laan,gracht,kade,singel,dijk,steeg,plantsoen,dreef,lei,steenweg,stwg,stationsplein,boulevard,baan',
    weakEndings:
      'weg,plein,hof,pad,park,ring,markt,wal,haven,veld,berg,kamp,poort,akker,bos,oord,erf,burg,hoek,donk,meent,gaarde,wijk,vaart,zoom,tuin,rijn,eind,land,horst,schans,waard,beek,brink,es,polder,weide,heide',
    noStreets:
      'snelweg,spoorweg,omweg,onderweg,sesamstraat,supermarkt,vlooienmarkt,kerstmarkt,woningmarkt,arbeidsmarkt,vakantiepark,pretpark,nationaal park,duinrell,marktplaats,luchthaven,nederland,friesland,zeeland,duitsland,engeland,finland,rusland,ierland,holland,limburg,luxemburg,hamburg,middelburg,tilburg,oostburg,goede tijden,tholen,trein,zoek,hoek,boek,onderzoek,bezoek,bahn,loopbaan,fietspad,zebrapad,huidskleur,buitenland,platteland,speeltuin,eiland,kerkhof,achtbaan,kegelbaan,baan,amsterdam',
    postcode: '\\d{4} ?[a-z]{2}|b?-?[1-9]\\d{3}',
    numberWords: 'nr,nummer,huisnummer,huis,bus,no',
    about:
      'adres,route,kaart,maps,google maps,woning,huis,woont,wie woont,eigenaar,kadaster,buurman,buren,bezorgen,thuisbezorgd,appartement,verdieping,hs,huur,koop,funda,vve,postcode,woz,studentenhuis',
  },
  birth: {
    words: 'geboren,geb,geboren op,geboortedatum,geb dat,geb.dat,verjaardag,geboorte,geboortedag,jarig',
    months:
      'januari,jan,februari,feb,maart,mrt,april,apr,mei,juni,jun,juli,jul,augustus,aug,september,sept,sep,oktober,okt,november,nov,december,dec',
  },
  ids: {
    labels:
      'bsn,burgerservicenummer,sofinummer,sofi,paspoort,paspoortnummer,identiteitskaart,id-?kaart,rijbewijs,rijbewijsnummer,rijksregisternummer,rijksregister,v-?nummer,vreemdelingennummer,ind,studentnummer,studentennummer,onderwijsnummer,personeelsnummer,klantnummer,klantnr,klant,relatienummer,lidnummer,lidmaatschapsnummer,polisnummer,polis,schadenummer,contractnummer,factuurnummer,factuur,ordernummer,bestelnummer,bestelling,zaaknummer,zaak,dossiernummer,dossier,parketnummer,rekeningnummer,rekening,track en trace,track & trace,tracktrace,tracking,pakket,pakketje,zending,verzending,postnl,dhl,dpd,gls,ups,bpost,barcode,cjib,beschikking,boete,aanslagnummer,betalingskenmerk,kenmerk,meternummer,ean-?code,meter,imei,serienummer,chassisnummer,zorgverzekering,verzekerdennummer,uzovi,patientnummer,big-?nummer,big,donorcodicil,kvk-?nummer,btw-?nummer,loonheffingsnummer,toeslagen,uwv,duo,ov-?chipkaart,ov-?chip,ov chipkaart,kaartnummer,reserveringsnummer,boekingsnummer,referentie,referentienummer,meldingsnummer,digid,pas,bonuskaart,air miles,kenteken,meldcode,svb,inschrijfnummer,woningnet,registratienummer',
    fillers: 'nummer,nr,is,van,mijn,de,het,een,controleren,checken,volgen,code,:',
    numbers: [{ shape: '\\d{4}[ .]?\\d{2}[ .]?\\d{3}|\\d{3}[ .]?\\d{3}[ .]?\\d{3}', check: holds(bsn), sure: false }],
    plates: [
      '(?:[a-z]{2}-\\d{2}-\\d{2}|\\d{2}-\\d{2}-[a-z]{2}|\\d{2}-[a-z]{2}-\\d{2}|[a-z]{2}-\\d{2}-[a-z]{2}|[a-z]{2}-[a-z]{2}-\\d{2}|\\d{2}-[a-z]{2}-[a-z]{2}|\\d{2}-[a-z]{3}-\\d|\\d-[a-z]{3}-\\d{2,3}|[a-z]{2}-\\d{3}-[a-z]|[a-z]-\\d{3}-[a-z]{2}|[a-z]{3}-\\d{2}-[a-z]|[a-z]-\\d{2}-[a-z]{3}|\\d-[a-z]{2}-\\d{3}|\\d{3}-[a-z]{2}-\\d)',
    ],
    weakPlates: [
      '[a-z]{2} ?\\d{2} ?[a-z]{2}',
      '\\d{1,2} ?[a-z]{2,3} ?\\d{1,3}',
      '[a-z]{1,2} ?\\d{3} ?[a-z]{1,2}',
      '[a-z]{2}\\d{3}[a-z]',
      '[a-z]{3} ?\\d{3}',
    ],
    aboutPlates:
      'kenteken,kentekencheck,rdw,auto,motor,scooter,eigenaar,verzekerd,apk,aanrijding,gestolen,parkeren,nummerplaat,bestelbus,geflitst,brommer',
  },
  names: {
    strongParticles: "van,ter,ten,den,'t",
    particles: "van,de,der,den,het,ter,ten,te,'t,t,op,in,von,di,da,el,al,ben,bin,la,le,du,vd,v.d",
    alsoWords:
      'roos bloem storm sterre wolf mei april august augustus lotus luna maan zon ster rose rosa amber jade valk vos haas mercedes aurora bella stella paris london boy guy dan don ed ad an puk sil sol sky viola fee lieve maas mina mira noord nova olympia pip prins vlinder westerling yde zef zomer santa israel jordan dakota asia india florida diamant parel saffier robijn juni summer angel engel jezus'.split(
        ' ',
      ),
    endings:
      '(?:stra|sma|inga|enga|ema|sema|mans|mans|sen|ssen|aert|aerts|kens|ens|ers|huis|huizen|veld|berg|burg|beek|dijk|hof|man|kamp|meijer|meyer|huijsen|ink|ing|aar|oglu|i|oui|aoui|ani|ova|ski|ma)',
    people:
      'overlijden,overleden,overlijdensbericht,rouwadvertentie,begrafenis,uitvaart,crematie,condoleance,erfenis,testament,notaris,advocaat,huisarts,arts,dokter,dr,drs,mr,ing,ds,tandarts,fysio,fysiotherapeut,psycholoog,psychiater,logopedist,verloskundige,leraar,juf,meester,docent,loodgieter,elektricien,aannemer,makelaar,kapper,kapster,boekhouder,linkedin,facebook,instagram,tiktok,adres,telefoon,telefoonnummer,wie is,woont,waar woont,familie,stamboom,genealogie,bruiloft,trouwakte,getrouwd,scheiding,geboren,ongeluk,aangehouden,veroordeeld,rechtbank,rechtszaak,gevangenis,vermist,aangifte,email,e-mail,mevrouw,mevr,meneer,dhr,leerling,student,studente,diploma,cv,weduwe,zoon,dochter,vader,moeder,neef,nicht,buurman,oplichting,oplichter,raadslid,wethouder,predikant,dominee,preek,pastoor,yoga,coach,fotograaf,camping,trainer d1,keeper,vrijwilliger,jarig,examen,geslaagd',
    known:
      'leeftijd,vermogen,salaris,lengte,vriendin,vriend,vrouw,man,kinderen,film,films,serie,lied,liedje,liedjes,nummer 1,songtekst,tekst,album,concert,concerten,tour,tickets,kaarten,boek,boeken,roman,thriller,gedicht,gedichten,citaten,quotes,biografie,wikipedia,wiki,acteur,actrice,zanger,zangeres,cabaretier,presentator,presentatrice,show,transfer,doelpunt,doelpunten,partij,premier,minister,koning,koningin,schilder,schilderij,schilderijen,museum,tentoonstelling,opera,filosoof,theorie,samenvatting,podcast,netflix,videoland,rtl,horloge,bril,parfum,schoenen,tas,jas,jurk,sale,outlet,recept,recepten,stadion,school,college,lyceum,straat,plein,laan,station,luchthaven,universiteit,ziekenhuis,kliniek,kerk,stichting,prijs,hotel,restaurant,bakkerij,youtube,naakt,nieuws,vandaag,live,tegen,vs,musical,theater,ziekte,dood,hond,spel,wijn,kaas,kapsel,betekenis,naam,ajax,feyenoord,psv,f1,darts,schaatsen,wielrennen,akkoorden,kinderboek,methode,ingredienten',
    things:
      'sint,st,straat,school,basisschool,lyceum,ziekenhuis,hotel,stadion,restaurant,cafe,koning,koningin,prins,prinses,paus,film,serie,lied,naam,station,kasteel,museum,haven,eiland,brug,huis,molen,winkel,inspecteur,baantjer,bakkerij,slagerij,merk',
    twoLastNames: false,
  },
  goods:
    'model,onderdeel,onderdelen,handleiding,gebruiksaanwijzing,cartridge,toner,accu,batterij,filter,oplader,isbn,ean,asin,artikelnummer,lego,playmobil,bosch,samsung,prijs,kopen,euro,band,foutcode,fout,formulier,norm,iso,lotto,staatsloterij,wetboek,artikel,kvk',
  stopWords:
    'de het een van en is in op voor met niet wat hoe waar wie wanneer naar kan ik je zijn te aan bij uit zonder kopen kosten recept openingstijden vandaag mijn om als dat die er heeft worden',
}
