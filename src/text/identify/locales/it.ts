import { codicefiscale } from 'stdnum/lib/cjs/it/index.js'
import { holds } from './holds.js'
import type { Locale } from './locale.js'

export const it: Locale = {
  code: 'it',
  title: 'Italian (Italy)',
  phone: {
    regions: ['IT', 'CH'],
    hotlines: '^(?:800|803|199|89\\d|840|848|0800|1\\d\\d$)',
    services:
      'numero verde,assistenza,servizio clienti,assistenza clienti,call center,emergenza,centralino,prenotazioni,cup',
    about:
      'telefono,tel,numero,cellulare,cell,fisso,fax,chiamata,chiamate,chiama,chiamato,di chi è,chi è,chi chiama,whatsapp,sms,contatto,contatti,tellows,prefisso,num',
  },
  address: {
    number: 'behind',
    words:
      'via,v.,viale,v.le,vle,piazza,p.zza,p.za,pzza,piazzale,p.le,piazzetta,corso,c.so,cso,vicolo,vico,largo,l.go,strada,str,contrada,c.da,cda,località,loc,frazione,fraz,borgo,lungarno,lungotevere,lungomare,salita,calle,fondamenta,campo,rione,traversa,galleria,circonvallazione,ripa,rampa,residenza,sestiere,viuzza,stradone,discesa',
    weakWords: 'cascina,villaggio,quartiere,isolato,regione,masseria,bivio,campiello,riva,scala,ponte,parco,complesso',
    endings: 'gasse,strasse,straße',
    weakEndings: 'weg',
    noStreets: '',
    postcode: '\\d{5}',
    numberWords: 'n,n°,nº,num,numero,civico,nr,km,snc',
    about:
      'indirizzo,mappa,maps,google maps,come arrivare,percorso,appartamento,casa,abita,chi abita,proprietario,catasto,vicino,condominio,consegna,interno,piano,scala,affitto,vendita,residenza,cap,citofono,asta,immobile',
  },
  birth: {
    words: 'nato,nata,nati,nat,nascita,data di nascita,data nascita,nacque,compleanno',
    months:
      'gennaio,gen,febbraio,feb,marzo,mar,aprile,apr,maggio,mag,giugno,giu,luglio,lug,agosto,ago,settembre,sett,set,ottobre,ott,novembre,nov,dicembre,dic',
  },
  ids: {
    labels:
      "codice fiscale,cf,c.f.,partita iva,p.iva,piva,carta d'identità,carta identità,cie,documento,passaporto,numero passaporto,patente,numero patente,tessera sanitaria,tessera,numero tessera,matricola,matricola inps,matricola studente,matricola universitaria,pratica,numero pratica,protocollo,raccomandata,numero raccomandata,spedizione,tracking,tracciamento,pacco,ordine,numero ordine,fattura,numero cliente,codice cliente,cliente,contratto,numero contratto,conto,numero conto,conto corrente,polizza,numero polizza,sinistro,pod,pdr,contatore,imei,seriale,telaio,numero telaio,verbale,multa,cartella,cartella esattoriale,ricevuta,poste,bartolini,brt,gls,sda,dhl,ups,fedex,tnt,permesso di soggiorno,permesso soggiorno,nosologico,impegnativa,nre,ricetta elettronica,iscrizione,abbonamento,carta fedeltà,fidelity,prenotazione,pnr,procedimento,rg,ruolo,spid,codice utente,utenza,id,vaglia,assegno,libretto,buono,codice assistito,numero verde tessera,inps,inail,targa",
    fillers: 'numero,num,n,n°,nr,di,del,della,è,il,la,mio,mia,cliente,inps,verifica,controllo,:',
    numbers: [
      {
        shape: '[a-z]{3} ?[a-z]{3} ?[0-9lmnpqrstuv]{2}[a-z][0-9lmnpqrstuv]{2} ?[a-z][0-9lmnpqrstuv]{3}[a-z]',
        check: () => true,
        sure: true,
      },
      { shape: '[a-z]{6}\\d{2}[a-z]\\d{2}[a-z]\\d{3}[a-z]', check: holds(codicefiscale), sure: true },
    ],
    plates: ['[a-hj-npr-tv-z]{2}-?\\d{3}-?[a-hj-npr-tv-z]{2}'],
    weakPlates: [
      '[a-hj-npr-tv-z]{2} \\d{3} ?[a-hj-npr-tv-z]{2}',
      '(?:roma|mi|to|na|bo|fi|ge|pa|ba|ve|vr|bs|bg) ?[a-z0-9]\\d{5}',
      '[a-z]{2} ?\\d{5}',
      '[a-z]{2} ?\\d{6}',
    ],
    aboutPlates:
      'targa,auto,macchina,moto,scooter,veicolo,assicurazione,bollo,incidente,proprietario,visura,pra,parcheggiata,furgone,multa,rubata',
  },
  names: {
    strongParticles: '',
    particles: 'di,de,del,della,dei,degli,delle,da,dal,dalla,lo,la,le,li,d,von,van,ben,el,al,dos',
    alsoWords:
      'rosa marino luna alba bella fiore italia roma santa domenica natale libero felice fortunato costante grazia gioia speranza sereno pace perla olimpia mercedes celeste massimo massima minimo pio pia primo prima secondo terzo quinto sesto settimo ottava modesto onesto leone lupo orso mirto moro nero rossi diamante ambra fiamma cielo sole mare terra asia africa america india israele venezia firenze milano siena verona norma ave maria gesu reale re principe duca conte guerra amore dolce candida candido fermo fedele giusto giusta luglio agosto aprile maggio libera luce mimosa olivo onore oriente pellegrino reno rocca rose sauro savio severo spartaco uva vitale crocifissa don gala gallo'.split(
        ' ',
      ),
    endings:
      '(?:ini|etti|elli|ello|ella|acci|ucci|one|oni|ano|ani|ino|ina|aro|ari|iero|ieri|oli|olo|isi|asi|eri|igo|ato|atti|otti|otto|ussi|eddu|as|is|us|in|an|on|escu|enko|ski|ova|aj|hu|mann|er)',
    people:
      'necrologio,necrologi,defunto,morto,morta,funerale,funerali,lutto,eredità,testamento,notaio,avvocato,avv,commercialista,medico,dottore,dottoressa,dott,dott.ssa,dr,dentista,fisioterapista,osteopata,psicologo,psicologa,psichiatra,pediatra,ginecologo,ginecologa,ortopedico,prof,professore,professoressa,maestra,idraulico,elettricista,architetto,geometra,ingegnere,ing,parrucchiera,parrucchiere,estetista,agente immobiliare,linkedin,facebook,instagram,tiktok,indirizzo,telefono,chi è,abita,dove abita,famiglia,genealogia,matrimonio,divorzio,nato,nata,incidente,arrestato,arrestata,condannato,processo,tribunale,carcere,scomparso,scomparsa,denuncia,email,mail,pec,don,parroco,sig,sig.ra,signor,signora,alunno,studente,studentessa,laurea,diciottesimo,curriculum,cv,vedova,figlio,figlia,padre,madre,cugino,vicino,truffa,badante,colf,operaio,barista,panettiere,meccanico,consigliere comunale,assessore,carabiniere,vigile,fotografo,compleanno,amministratore condominio',
    known:
      'età,patrimonio,stipendio,altezza,moglie,marito,fidanzata,fidanzato,compagna,compagno,figli,film,serie,fiction,canzone,canzoni,testo,testi,album,concerto,concerti,tour,biglietti,libro,libri,romanzo,poesia,poesie,frasi,citazioni,biografia,vita,wikipedia,wiki,attore,attrice,cantante,comico,conduttore,conduttrice,gol,partita,allenatore,calciomercato,presidente,ministro,re,pittore,quadro,quadri,opera,opere,museo,mostra,filosofo,filosofia,teoria,riassunto,parafrasi,analisi,podcast,netflix,rai,mediaset,orologio,orologi,occhiali,profumo,scarpe,borsa,borse,giacca,vestito,saldi,outlet,ricetta,ricette,stadio,liceo,istituto,scuola,via,piazza,metro,stazione,aeroporto,università,ospedale,clinica,chiesa,fondazione,premio,hotel,ristorante,pizzeria,panificio,youtube,nuda,notizie,oggi,diretta,vs,contro,teatro,malattia,morte,cane,gioco,vino,formaggio,capelli,origine,nome,significato,onomastico,sanremo,amici,grande fratello,uomini e donne,juventus,inter,milan,napoli,f1,motogp,accordi,karaoke,tennis,vangelo,santuario,basilica,dieta,metodo',
    things:
      'san,santa,santo,sant,via,viale,piazza,corso,liceo,istituto,scuola,ospedale,clinica,hotel,stadio,ristorante,bar,re,regina,principe,principessa,papa,film,serie,canzone,nome,stazione,castello,museo,porto,isola,ponte,casa,monte,villa,cantina,cantine,premio,fondazione,parco,teatro,palazzo,commissario,ispettore,basilica,chiesa,lago,rifugio',
    twoLastNames: false,
  },
  goods:
    'modello,ricambio,ricambi,manuale,istruzioni,cartuccia,toner,batteria,filtro,caricatore,isbn,ean,asin,lego,playmobil,bosch,samsung,prezzo,comprare,euro,pneumatico,codice errore,errore,modulo,norma,iso,lotto,superenalotto,gratta e vinci,aic,articolo,legge,dpr,decreto,partita iva,dlgs',
  stopWords:
    'il la di che è per un una con come dove quando del della dei le gli in non si da al alla quanto costo ricetta oggi cosa chi orari senza sono nel e o a i lo mio fare migliori',
}
