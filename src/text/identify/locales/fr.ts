import { nif, nir } from 'stdnum/lib/cjs/fr/index.js'
import { holds } from './holds.js'
import type { Locale } from './locale.js'

export const fr: Locale = {
  code: 'fr',
  title: 'French (France, Belgium, Switzerland)',
  phone: {
    regions: ['FR', 'BE', 'CH'],
    hotlines: '^08|^0?(?:800|900)',
    services:
      'service client,sav,hotline,assistance,numéro vert,urgence,urgences,accueil,standard,service,numéro gratuit',
    about:
      "téléphone,tel,numéro,num,portable,mobile,fixe,fax,appel,appels,appelle,appelé,qui appelle,qui m'appelle,annuaire inversé,annuaire,whatsapp,sms,joindre,contact,à qui appartient,spam,démarchage",
  },
  address: {
    number: 'before',
    words:
      'rue,avenue,av,ave,boulevard,bd,bld,blvd,boul,impasse,imp,chemin,che,chem,allée,allées,all,square,quai,ruelle,venelle,sentier,lotissement,lot,hameau,faubourg,fbg,esplanade,promenade,mail,montée,rte,rond-point,résidence,cité,clos,traverse',
    weakWords:
      'place,pl,route,cours,passage,pass,villa,domaine,lieu-dit,lieu dit,quartier,voie,pont,porte,parvis,galerie,zone,za,zi,côte,sente,cour,parc,ferme,mas',
    endings: '',
    weakEndings: '',
    noStreets: '',
    postcode: '(?:f-)?\\d{5}|\\d{4}',
    numberWords: 'n°,no,numéro,num,appt,bât',
    about:
      'adresse,itinéraire,trajet,plan,maps,google maps,livraison,appartement,maison,habite,propriétaire,syndic,voisin,immeuble,étage,uber,deliveroo,cadastre,location,vente,boîte aux lettres',
  },
  birth: {
    words: 'né,née,nee,nés,né le,née le,naissance,date de naissance,ddn,anniversaire',
    months:
      'janvier,janv,février,févr,fév,mars,avril,avr,mai,juin,juillet,juil,août,septembre,sept,octobre,oct,novembre,nov,décembre,déc',
  },
  ids: {
    labels:
      "numéro de sécurité sociale,numéro de sécu,numéro sécu,n° sécu,n° ss,nss,sécurité sociale,sécu,nir,numéro fiscal,n° fiscal,spi,numéro de télédéclarant,référence de l'avis,carte d'identité,cni,passeport,numéro de passeport,permis de conduire,permis,titre de séjour,carte de séjour,numéro étranger,numéro client,n° client,num client,client,numéro de client,référence client,numéro de compte,n° compte,compte,numéro abonné,abonné,numéro adhérent,adhérent,numéro de contrat,contrat,numéro de dossier,dossier,numéro de commande,commande,n° commande,facture,numéro de facture,numéro de suivi,suivi,colis,suivi colis,colissimo,chronopost,mondial relay,lettre recommandée,recommandé,lettre suivie,laposte,la poste,dpd,gls,ups,dhl,fedex,relais colis,numéro étudiant,n° étudiant,étudiant,ine,carte vitale,caf,numéro allocataire,allocataire,pôle emploi,identifiant pole emploi,identifiant,matricule,imei,numéro de série,vin,linky,pdl,prm,point de livraison,sinistre,numéro de sinistre,police,amende,numéro de télépaiement,avis de contravention,siret,carte grise,formule,numéro de carte,carte fidélité,numéro de mutuelle,mutuelle,numéro de réservation,réservation,rib,bon de livraison,niss,registre national,avs",
    fillers: 'numéro,num,n°,no,est,de,du,le,la,mon,ma,client,id,référence,ref,:',
    numbers: [
      { shape: '[12] ?\\d{2} ?\\d{2} ?(?:\\d{2}|2[ab]) ?\\d{3} ?\\d{3} ?\\d{2}', check: holds(nir), sure: true },
      { shape: '[0-3]\\d ?\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}', check: holds(nif), sure: true },
    ],
    plates: ['[a-hj-np-tv-z]{2}[ -]?\\d{3}[ -]?[a-hj-np-tv-z]{2}'],
    weakPlates: ['\\d{1,4} ?[a-z]{2,3} ?(?:\\d{2}|2[ab])', '[12]-[a-z]{3}-\\d{3}'],
    aboutPlates:
      'plaque,immatriculation,immatriculé,voiture,carte grise,véhicule,auto,moto,scooter,délit de fuite,stationnement,propriétaire,histovec,accident,mal garé,immat,garé',
  },
  names: {
    strongParticles: '',
    particles: 'de,du,des,la,le,les,d,von,van,der,ben,el,al,bint,abou,di,da,dos',
    alsoWords:
      'rose pierre fleur france violette victoire ange désiré florence olive prune océane mercedes ambre prudence loup noël parfait juste modeste avril mai mars juin angers bien bonne candide céleste cerise chance charme cher come côme corail dan désirée diamant dior divine don dune eden elle emeraude espérance félicité fortune franc garance grâce harmony ile innocent israel ivoire jasmin jour joy juillet lassana lin lion love lune madame maison marianne may merveille mirabelle muguet nice nuit opale orange paris pâquerette perle philo pie placide plaisance porte précieuse prince princesse printemps reine rio roi roman sage saint samba savoie sérénité sienne soleil star sultan sydney titan tulipe valence vanille venise vienne vigne zen'
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .split(' '),
    endings:
      '(?:eau|eaux|ault|aud|ard|ier|iere|ieux|oux|aux|et|ot|lin|elle|ette|etti|ez|oui|aoui|oudi|ene|iba|diallo|traore|ski|enko|ova|ian|escu|oglu|ini|ello|geois|gnon|ac|ec|ic|ich|itz|mann|meyer|uy|eng)',
    people:
      "avis de décès,décès,obsèques,nécrologie,mort,hommage,tombe,cimetière,testament,succession,notaire,avocat,avocate,maître,médecin,docteur,dr,pr,dentiste,kiné,ostéopathe,ostéo,infirmier,infirmière,sage-femme,psychologue,psy,professeur,prof,instituteur,plombier,électricien,artisan,coiffeuse,coiffeur,architecte,agent immobilier,facebook,instagram,linkedin,copains d'avant,tiktok,snapchat,adresse,téléphone,qui est,habite,famille,généalogie,arbre généalogique,mariage,divorce,naissance,né,née,accident,arrêté,condamné,procès,tribunal,prison,disparu,disparue,disparition,portable,mail,email,monsieur,madame,mme,mr,élève,étudiant,étudiante,bac,stagiaire,bagarre,maire adjoint,rugby cadet,président association,réfugiée,caf,rsa,curriculum,cv,annuaire,père,mère,fille,fils,veuve,voisin,arnaque",
    known:
      "âge,fortune,salaire,taille,femme,mari,compagne,compagnon,enfants,film,films,filmographie,série,chanson,chansons,paroles,album,concert,concerts,tournée,billet,billets,livre,livres,roman,poème,poèmes,poésie,citation,citations,biographie,wikipédia,wiki,acteur,actrice,chanteur,chanteuse,humoriste,animateur,spectacle,transfert,but,buts,équipe de france,match,parti,président,ministre,député,peintre,tableau,tableaux,oeuvre,oeuvres,musée,exposition,opéra,philosophe,théorème,théorie,pièce,pièces,résumé,analyse,fable,fables,bd,manga,podcast,netflix,tf1,m6,replay,montre,montres,lunettes,parfum,chaussures,sac,veste,robe,solde,soldes,outlet,recette,recettes,stade,collège,lycée,école,rue,avenue,place,métro,station,gare,aéroport,université,hôpital,clinique,église,fondation,prix,hôtel,restaurant,boulangerie,youtube,nue,actualité,aujourd'hui,live,vs,contre,théâtre,maladie,cause décès,chien,jeu,expo,fromage,champagne,vin,coiffure,origine,prénom,signification,fête,jour férié,bac français,commentaire,incipit,tour de france,dissertation",
    things:
      'saint,sainte,st,ste,rue,avenue,boulevard,place,lycée,collège,école,hôpital,clinique,hôtel,stade,restaurant,commissaire,inspecteur,roi,reine,prince,princesse,pape,film,série,chanson,prénom,métro,gare,château,musée,port,ile,pont,mont,maison,fête,marque',
    twoLastNames: false,
  },
  goods:
    'modèle,référence,pièce,pièces détachées,notice,mode d emploi,cartouche,toner,batterie,filtre,chargeur,isbn,ean,asin,gencode,lego,playmobil,bosch,samsung,prix,acheter,euros,pneu,code erreur,erreur,formulaire,cerfa,norme,iso,siren,siret,loto,article,cip,rcs',
  stopWords:
    'le la les des est et dans pour une un que qui sur pas avec comment quel quelle du au aux de en ou ce son mon prix horaire recette sans où combien faire à mes je il se plus ne',
}
