import { nip, pesel } from 'stdnum/lib/cjs/pl/index.js'
import { holds } from './holds.js'
import type { Locale } from './locale.js'

export const pl: Locale = {
  code: 'pl',
  title: 'Polish (Poland)',
  phone: {
    regions: ['PL'],
    hotlines: '^0?(?:800|801|804|70\\d|19\\d{3})',
    services: 'infolinia,obsługa klienta,biuro obsługi,numer alarmowy,alarmowy,pogotowie,helpline,contact center',
    about:
      'telefon,tel,numer,nr,komórka,kom,stacjonarny,fax,dzwonił,dzwoni,dzwonili,dzwoniła,kto dzwonił,kto dzwoni,czyj numer,czyj to numer,połączenie,whatsapp,sms,kontakt,spam,nieznany numer,zadzwoń',
  },
  address: {
    number: 'behind',
    words:
      'ul,ul.,ulica,ulicy,al,al.,aleja,aleje,alei,pl,pl.,plac,placu,os,os.,osiedle,osiedlu,rondo,skwer,bulwar,szosa,trakt,zaułek,gen,generała,marszałka,ks,księcia,króla,bohaterów,powstańców,obrońców',
    weakWords: 'rynek,droga,park,most,wieś,św,kolonia,zamek',
    endings: '',
    weakEndings: 'icza,ska,cka,owa,ego,iej,ki,ow,owska,ewska,ej,na,ta,sta,ra,ja',
    noStreets: '',
    postcode: '\\d{2}-\\d{3}',
    numberWords: 'nr,numer,m,lok,d',
    about:
      'adres,mapa,maps,google maps,dojazd,jak dojechać,mieszkanie,dom,mieszka,kto mieszka,właściciel,księga wieczysta,sąsiad,wspólnota,dostawa,piętro,klatka,blok,działka,wynajem,sprzedaż,kod pocztowy,meldunek',
  },
  birth: {
    words: 'urodzony,urodzona,urodzeni,ur,ur.,urodził,urodziła,urodzenia,data urodzenia,data ur,urodziny,urodzin',
    months:
      'stycznia,styczeń,lutego,luty,marca,marzec,kwietnia,kwiecień,maja,maj,czerwca,czerwiec,lipca,lipiec,sierpnia,sierpień,września,wrzesień,października,październik,listopada,listopad,grudnia,grudzień',
  },
  ids: {
    labels:
      'pesel,numer pesel,nip,regon,dowód osobisty,dowód,nr dowodu,numer dowodu,dowodu,seria i numer,paszport,nr paszportu,paszportu,prawo jazdy,prawa jazdy,legitymacja,legitymacja studencka,numer indeksu,indeks,nr albumu,album,numer klienta,nr klienta,klient,klienta,numer umowy,umowa,nr umowy,polisa,nr polisy,numer polisy,szkoda,nr szkody,faktura,nr faktury,zamówienie,nr zamówienia,numer zamówienia,przesyłka,numer przesyłki,nr przesyłki,śledzenie,śledzenie przesyłki,paczka,paczkomat,inpost,dpd,dhl,gls,ups,fedex,poczta polska,pocztex,orlen paczka,list polecony,polecony,sygnatura,sygn,sygn akt,sygnatura akt,akt,akta,sprawa,km,księga wieczysta,kw,ekw,numer konta,nr konta,konto,rachunek,numer rachunku,karta,numer karty,karta pobytu,imei,numer seryjny,vin,licznik,ppe,punkt poboru,mandat,seria,ewuś,recepta,kod recepty,skierowanie,zus,krus,gg,gadu gadu,rezerwacja,karta dużej rodziny,karta miejska,wniosek,nr wniosku,upo,zwolnienie,l4,działka nr,uprawnienia,pwz',
    fillers: 'numer,nr,to,jest,mój,moja,moje,studencka,klienta,osobisty,sprawdź,gdzie,:',
    numbers: [
      { shape: '\\d{11}|\\d{6} \\d{5}', check: holds(pesel), sure: true },
      { shape: '\\d{3}-\\d{3}-\\d{2}-\\d{2}|\\d{3}-\\d{2}-\\d{2}-\\d{3}', check: holds(nip), sure: true },
    ],
    plates: [],
    weakPlates: ['[a-z]{1,3} ?(?=[0-9a-z]{0,4}\\d)[0-9][0-9a-z]{3,4}', '[a-z]{2,3} [a-z]\\d{2,3}[a-z]{0,2}'],
    aboutPlates:
      'rejestracja,rejestracyjny,tablica,tablice,auto,samochód,pojazd,motor,kolizja,wypadek,właściciel,oc,ufg,zaparkowany,stłuczka,historia pojazdu,kradzież,kierowca,cepik',
  },
  names: {
    strongParticles: '',
    particles: 'de,von,van,vel',
    alsoWords:
      'róża rose maj lew luna mercedes nadzieja wiara miłość zorza korona mars wenus lech alfa alba era miki sofia aleksandria europa azja afryka ameryka indie maria jezus święty noe mika sami don bob ali al el ibiza'
        .replaceAll('ł', 'l')
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .split(' '),
    endings:
      '(?:ski|ska|skich|skiego|skiej|cki|cka|ckiego|ckiej|dzki|dzka|wicz|icz|czyk|czak|szak|niak|iak|ak|ek|ik|yk|uk|czuk|iuk|ko|enko|ka|la|ga|ra|cha|ura|uszka|asz|osz|usz|isz|el|al|ol|ul|an|on|un|och|uch|ur|or|ar|er|ś|c|orz|as|os|es)',
    people:
      'nekrolog,nekrologi,zmarł,zmarła,zmarły,pogrzeb,klepsydra,spadek,testament,notariusz,adwokat,radca prawny,komornik,lekarz,dr,doktor,prof,dentysta,stomatolog,ginekolog,ortopeda,fizjoterapeuta,psycholog,psychiatra,pediatra,położna,nauczyciel,nauczycielka,hydraulik,elektryk,mechanik,architekt,geodeta,księgowa,fryzjer,fryzjerka,kosmetyczka,linkedin,facebook,fb,instagram,tiktok,nasza klasa,nk,adres,telefon,kto to,kim jest,mieszka,gdzie mieszka,rodzina,genealogia,ślub,rozwód,urodzony,urodzona,wypadek,pobicie,aresztowany,skazany,sąd,sąd rejonowy,wyrok,więzienie,zaginął,zaginęła,zaginiony,poszukiwany,email,mail,pan,pani,ks,ksiądz,proboszcz,uczeń,uczennica,student,studentka,matura,cv,wdowa,syn,córka,ojciec,matka,kuzyn,sąsiad,oszust,oszustwo,radny,radna,wójt,kierowca,emeryt,przedszkole,trener,fotograf,opinie,olx,allegro,grób,cmentarz,imieniny,długi,dłużnik',
    known:
      'wiek,majątek,zarobki,wzrost,żona,mąż,partner,partnerka,dzieci,film,filmy,serial,piosenka,piosenki,tekst,płyta,album,koncert,koncerty,trasa,bilety,książka,książki,powieść,wiersz,wiersze,cytaty,biografia,życiorys,wikipedia,wiki,aktor,aktorka,piosenkarz,piosenkarka,kabaret,prezenter,transfer,gol,gole,mecz,partia,prezydent,premier,minister,król,królowa,malarz,obraz,obrazy,muzeum,wystawa,opera,filozof,teoria,streszczenie,lektura,podcast,netflix,tvn,polsat,tvp,zegarek,okulary,perfumy,buty,torebka,kurtka,sukienka,wyprzedaż,outlet,przepis,przepisy,stadion,szkoła,liceum,ulica,plac,dworzec,lotnisko,uniwersytet,szpital,klinika,kościół,fundacja,nagroda,hotel,restauracja,piekarnia,youtube,nago,wiadomości,dziś,dzisiaj,na żywo,vs,teatr,choroba,śmierć,pies,gra,wino,ser,fryzura,znaczenie,imię,imię znaczenie,skoki,legia,lech,wisła,reprezentacja,f1,chwyty,bajka,kolęda,wynalazek,ballada,sonety,inwokacja',
    things:
      'święty,święta,św,ulica,ul,szkoła,liceum,szpital,hotel,stadion,restauracja,król,królowa,książę,księżna,papież,film,serial,piosenka,imię,dworzec,zamek,muzeum,port,wyspa,most,dom,plac,komisarz,ojciec,teatr,osiedle,os,al,aleja,pałac,marka',
    twoLastNames: false,
  },
  goods:
    'model,części,część,instrukcja,instrukcja obsługi,tusz,toner,bateria,akumulator,filtr,ładowarka,isbn,ean,asin,lego,playmobil,bosch,samsung,cena,kup,zł,euro,opony,kod błędu,błąd,formularz,norma,iso,lotto,ustawa,art,dz.u,rozporządzenie,krs',
  stopWords:
    'w na z do i jak co się nie jest to dla za po od czy gdzie kiedy ile kto o przepis cena godziny otwarcia dziś bez ze przez są a oraz tylko może być mój',
}
