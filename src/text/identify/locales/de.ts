import { idnr, svnr } from 'stdnum/lib/cjs/de/index.js'
import { holds } from './holds.js'
import type { Locale } from './locale.js'

export const de: Locale = {
  code: 'de',
  title: 'German (Germany, Austria, Switzerland)',
  phone: {
    regions: ['DE', 'AT', 'CH'],
    hotlines: '^0(?:800|180|137|138|900|700|32)|^116',
    services:
      'hotline,service,kundenservice,kundendienst,servicenummer,service nummer,notruf,sperrnotruf,infoline,bürgertelefon,telefonseelsorge',
    about:
      'telefon,tel,telefonnummer,telnr,tel nr,nummer,rufnummer,handy,handynummer,mobil,mobilnummer,fax,anruf,anrufe,angerufen,anrufer,ruft an,rückwärtssuche,festnetz,whatsapp,tellows,vorwahl,durchwahl,wer ist,wem gehört,sms',
  },
  address: {
    number: 'behind',
    words: '',
    weakWords:
      'an der,an den,am,auf dem,auf der,in der,in den,im,zum,zur,unter den,hinter der,hinter dem,vor dem,vor der,beim,alte,alter,neue,neuer,lange,obere,untere,hohe,kleine,große',
    endings: 'straße,strasse,str,gasse,allee,chaussee,damm,ufer,stieg,steig,pfad,twiete,siedlung,promenade',
    weakEndings:
      'weg,platz,ring,markt,hof,berg,feld,graben,wall,park,garten,gärten,höhe,kamp,blick,hang,wiese,wiesen,winkel,tor,zeile,rain,acker,bach,brücke,bogen,kai,dorf,busch,grund',
    noStreets:
      'autobahn,norweg,umweg,hinweg,ausweg,parkplatz,arbeitsplatz,stellplatz,campingplatz,sportplatz,flughafen,bahnhof,spielplatz,studienplatz,marktplatz,wohnmobilstellplatz,bundesstraße,einbahnstraße,sesamstraße,milchstraße,jakobsweg,supermarkt,baumarkt,flohmarkt,weihnachtsmarkt,media markt,medienmarkt,arbeitsmarkt,bauernhof,friedhof,bahnhof,freizeitpark,tierpark,kindergarten,biergarten,fußballfeld,nürburgring,hockenheimring,sachsenring,salzburgring,ehering,fußweg,radweg,golfplatz,fußballplatz,tennisplatz,meldeamt,wasserweg,bitburg,heidelberg,nürnberg,bamberg,wittenberg,arlberg,vorarlberg,oldenburg,lehrstellenmarkt,edeka markt,real markt,netto markt,raiffeisenmarkt,motor,rotor,eigentor,monitor,reaktor,traktor,faktor,autor,doktor,direktor,senator,sektor,moderator,tutor,bach,rückgrat,düsseldorf,hintergrund,untergrund,netzwerk,boxring,ohrring,verlobungsring,zahnring,dichtring,o ring,euro park',
    postcode: '(?:d-|a-|ch-)?\\d{5}|(?:a-|ch-)?[1-9]\\d{3}',
    numberWords: 'nr,nummer,hausnummer,haus,hnr',
    about:
      'adresse,anschrift,route,routenplaner,weg nach,weg zu,karte,maps,google maps,wohnung,haus,wohnt,hausverwaltung,lieferando,lieferadresse,eigentümer,grundstück,mieter,vermieter,plz,nachbar,klingel,zwangsversteigerung,etage,stock,wg',
  },
  birth: {
    words:
      'geboren,geb,geboren am,geburtsdatum,geb dat,gebdat,geb.dat,geb. dat,geburtstag,geburtstags,geborene,geborener',
    months:
      'januar,jänner,jan,februar,feber,feb,märz,mrz,april,apr,mai,juni,jun,juli,jul,august,aug,september,sept,sep,oktober,okt,november,nov,dezember,dez',
  },
  ids: {
    labels:
      'steuer-?id,steueridentifikationsnummer,steuernummer,steuernr,st-?nr,idnr,id-?nr,identifikationsnummer,sozialversicherungsnummer,sv-?nummer,sv-?nr,sozialversicherungsnr,rentenversicherungsnummer,rv-?nummer,versichertennummer,versicherten-?nr,versicherungsnummer,krankenversicherungsnummer,kvnr,gesundheitskarte,krankenkasse,personalausweis(?:nummer)?,ausweis(?:nummer)?,perso(?: nummer)?,reisepass(?:nummer)?,pass(?:nummer)?,führerschein(?:nummer)?,aufenthaltstitel,matrikelnummer,matrikel-?nr,matrikel,personalnummer,kundennummer,kunden-?nr,kdnr,mitgliedsnummer,mitglieds-?nr,vertragsnummer,vertrags-?nr,policennummer,schadennummer,schadensnummer,rechnungsnummer,rechnungs-?nr,rechnung,auftragsnummer,bestellnummer,bestell-?nr,bestellung,sendungsnummer,sendung,sendungsverfolgung,paketnummer,paket,trackingnummer,tracking,dhl,hermes,dpd,gls,ups,aktenzeichen,az,kontonummer,konto-?nr,konto,depotnummer,depot,imei,seriennummer,fahrgestellnummer,fin,zählernummer,zähler,vorgangsnummer,vorgang,ticketnummer,bahncard,payback,payback nummer,bonuskarte,kindergeldnummer,kindergeld-?nr,ahv,ahv-?nummer,svnr,e-?card,bg-?nummer,bedarfsgemeinschaft,fallnummer,buchungsnummer,buchungscode,einschreiben,kfz-?kennzeichen,kassenzeichen,gewinnspielnummer,abonummer,kartennummer,beitragsnummer',
    fillers: 'nummer,nr,ist,lautet,von,meine,mein,der,die,id,prüfen,nachverfolgen,verfolgen,nummer:',
    numbers: [
      { shape: '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}', check: holds(idnr), sure: true },
      { shape: '\\d{2} ?\\d{6} ?[a-z] ?\\d{3}', check: holds(svnr), sure: true },
    ],
    plates: ['[a-z]{1,3}-[a-z]{1,2} ?\\d{1,4}[eh]?', '[a-z]{1,3}-[a-z]{1,2}-\\d{1,4}[eh]?'],
    weakPlates: [
      '[a-z]{1,3} [a-z]{1,2} ?\\d{2,4}[eh]?',
      '[a-z]{1,2} ?\\d{3,5} ?[a-z]{1,2}',
      '(?:zh|be|ag|sg|lu|bs|bl|so|tg|gr|vs|ti|vd|ge|fr|ne|ju|sz|zg|sh) ?\\d{3,6}',
    ],
    aboutPlates:
      'kennzeichen,kfz,nummernschild,auto,halter,halterabfrage,unfall,fahrerflucht,falschparker,parkt,geblitzt,pkw,wunschkennzeichen,parkrempler,zulassung',
  },
  names: {
    strongParticles: 'von,van,zu',
    particles: 'von,van,der,den,dem,zu,zur,zum,vom,freiherr,graf,gräfin,freifrau,de,di,da,al,el,bin,ben',
    alsoWords:
      'ernst mark rose wolf may august mai heide sommer lilie sonne max aurora luna mars mercedes paris london chelsea florida dakota sydney adria asia india china otto jung lang lange kurz klein gross ende heil jesus art der die das sie er es in im am an al el la le de da du do ja so wie was wer wo per pro perle sunny summer winter stern blume lux elbe donau rhein main isar dorn freia freude amor alba alma aura angel bond chip cher clay coco cola dean del denver dick don duke earl eden elf engel fan fee fox gabel glenn gold grace gutmann hand hart herz hermes hope indigo israel ivory jade jordan joy jupiter kant karma kaiser kim king loose love magic manila marvel mann maximal melody mercury micky mini mozart nemo neu nova olympia omega opal orlando page palme papa pax pearl penny persil phoenix pippa polo prince prinz queen reich rex rio rocky ross roy ruby saba saturn schatz scout sierra silver simba sky skye smart sol star taylor titan troja uni uranus venus vesper viva wall watt weiss'.split(
        ' ',
      ),
    endings:
      '(?:mann|meier|meyer|maier|mayer|mair|mueller|muller|hofer|huber|bauer|schmidt|schmitt|schulz|schulze|schneider|wski|wska|owski|ewski|inski|czyk|oglu|nic|vic|ovic|evic|idis|opoulos|enko|sson|hardt|berger|steiner|bacher|auer|hauser|kamp|meister|huber|ling|inger|linger|ke|tz|tsch|sch|off|ow|itz|ski)',
    people:
      'traueranzeige,todesanzeige,trauer,verstorben,gestorben,nachruf,beerdigung,nachlass,erbe,testament,hochzeit,geburtstag,wohnt,adresse,telefon,telefonnummer,handynummer,linkedin,xing,facebook,instagram,tiktok,stayfriends,wer ist,herr,frau,dr,prof,familie,rechtsanwalt,anwalt,notar,steuerberater,zahnarzt,hausarzt,arzt,ärztin,lehrer,lehrerin,schüler,schülerin,student,polizist,vermisst,verhaftet,knast,gefängnis,urteil,insolvenz,scheidung,stammbaum,ahnenforschung,geboren,mobbing,erfahrungen,bewertung,praxis,makler,immobilienmakler,hausverwalter,heilpraktiker,physiotherapeut,psychologe,psychotherapeut,friseur,friseurin,hebamme,trainer c-jugend,feuerwehr,verein,bürgermeister kandidat,abitur,abi,klasse,lkw fahrer,fahrer,yogalehrerin,fotograf,fotografin,ehefrau,ehemann,witwe,grab,friedhof,anzeige,betrug,email,e-mail,privat,private,klassenkamerad,klassentreffen,vorstrafen,asylverfahren,wohnhaft,nachbar,nachbarin,kollege,kollegin,ex',
    known:
      'alter,vermögen,gehalt,größe,freundin,freund,kinder,film,filme,serie,serien,lied,lieder,song,songs,songtext,text,lyrics,album,konzert,konzerte,tour,tickets,karten,buch,bücher,roman,krimi,gedicht,gedichte,zitat,zitate,biografie,biographie,lebenslauf,steckbrief,evangelium,wikipedia,wiki,tatort,rolle,schauspieler,schauspielerin,moderator,moderatorin,sängerin,sänger,wm,em,tor,tore,transfer,trainer,partei,bundeskanzler,kanzler,minister,ministerin,präsident,erfinder,maler,gemälde,bilder,werke,oper,sinfonie,sonate,philosoph,philosophie,theorie,faust,drama,hörbuch,podcast,netflix,zdf,ard,rtl,uhr,uhren,brille,parfum,parfüm,schuhe,tasche,jacke,kleid,sale,outlet,rezept,rezepte,stadion,arena,halle,museum,platz,schule,gymnasium,realschule,straße,weg,universität,klinik,krankenhaus,kirche,stiftung,preis,haus,hotel,restaurant,bäckerei,metzgerei,zitat,youtube,sex,nackt,news,heute,live,gegen,vs,musical,theater,märchen,aufstieg,krankheit,tod,todesursache,synchronstimme,hund,ehemalige,spiel,spiele,ausstellung,verfilmung,interpretation,lösung,bedeutung,name,namenstag,vorname,nachname',
    things:
      'tatort,kommissar,inspektor,sankt,st,heiliger,heilige,könig,königin,kaiser,papst,prinz,prinzessin,hotel,gasthof,restaurant,cafe,apotheke,schule,gymnasium,film,lied,serie,bäckerei,autohaus,möbel,firma,marke,vorname,name,nachname,bedeutung',
    twoLastNames: false,
  },
  goods:
    'modell,ersatzteil,ersatzteile,bedienungsanleitung,anleitung,druckerpatrone,patrone,toner,akku,batterie,filter,ladegerät,netzteil,artikelnummer,artikelnr,art-?nr,teilenummer,ean,isbn,gtin,wkn,isin,asin,lego,playmobil,pzn,bosch,siemens,miele,makita,stihl,samsung,ravensburger,schleich,lampe,leuchtmittel,test,preis,kaufen,ebay,euro,reifen,fehlercode,fehler,blz,bankleitzahl,bic,formular,din,iso,norm',
  stopWords:
    'der die das und ist nicht mit für auf ein eine von wie was ich im zu den bei wann wo wer kann man aus oder nach über ohne kaufen mein kosten öffnungszeiten rezept heute zum zur des am wird sind',
}
