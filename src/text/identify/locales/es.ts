import { dni, nie, nss } from 'stdnum/lib/cjs/es/index.js'
import { curp } from 'stdnum/lib/cjs/mx/index.js'
import { holds } from './holds.js'
import type { Locale } from './locale.js'

export const es: Locale = {
  code: 'es',
  title: 'Spanish (Spain, Mexico, Argentina)',
  phone: {
    regions: ['ES', 'MX', 'AR'],
    hotlines: '^(?:900|901|902|905|80\\d|01800|800)',
    services:
      'atención al cliente,atencion cliente,gratuito,urgencias,emergencias,información,cita previa,centralita,servicio técnico,renfe,movistar,vodafone,endesa,iberdrola',
    about:
      'teléfono,tel,tfno,tlf,telf,tlfno,número,móvil,celular,fijo,fax,llamada,llamadas,llama,llamó,llamado,de quién es,quién llama,quién es,quién me llama,whatsapp,wasap,sms,contacto,spam,listaspam,teléfonos',
  },
  address: {
    number: 'behind',
    words:
      'calle,c/,c /,cl,cl.,cll,avenida,avda,avd,avda.,av,av.,avinguda,plaza,pza,pza.,pl,plz,paseo,pº,p°,passeig,pg,ronda,rda,camino,cmno,camí,carretera,ctra,carrer,cr,travesía,trav,callejón,glorieta,gta,rambla,rbla,alameda,urbanización,urb,pasaje,ptge,passatge,rúa,kalea,kale,cuesta,costanilla,bulevar,calzada,cerrada,privada,polígono,pol,barriada,bda,colonia,prolongación,andador,diagonal,vía,gran vía,corredera,senda',
    weakWords:
      'barrio,parque,puerta,portal,bloque,vereda,lugar,partida,cortijo,finca,residencial,edificio,pasadizo,riera,rambla,sector,torrent',
    endings: 'kalea,etorbidea',
    weakEndings: '',
    noStreets: '',
    postcode: '\\d{5}',
    numberWords: 'n,n°,nº,num,núm,número,no,nro,s/n,portal,bloque,#,km',
    about:
      'dirección,mapa,maps,google maps,cómo llegar,ruta,piso,vivienda,alquiler,casa,vive,propietario,catastro,vecino,comunidad,glovo,envío,domicilio,inmueble,apartamento,local,registro',
  },
  birth: {
    words:
      'nacido,nacida,nacidos,nació,nací,nacer,nacimiento,fecha de nacimiento,fecha nac,f nac,f. nac,fnac,cumpleaños,naci,nacio,cumple',
    months:
      'enero,ene,febrero,feb,marzo,mar,abril,abr,mayo,junio,jun,julio,jul,agosto,ago,septiembre,setiembre,sept,sep,octubre,oct,noviembre,nov,diciembre,dic',
  },
  ids: {
    labels:
      'dni,nif,nie,número de dni,documento,cédula,seguridad social,número de seguridad social,nº seguridad social,n seguridad social,nss,naf,número de afiliación,afiliación,tarjeta sanitaria,tsi,sip,cip,nuhsa,pasaporte,número de pasaporte,permiso de conducir,carnet de conducir,carnet,permiso,número de cliente,nº cliente,cliente,nº de cliente,número de cuenta,cuenta,nº cuenta,número de contrato,contrato,nº contrato,expediente,nº expediente,número de expediente,póliza,nº póliza,número de póliza,siniestro,número de siniestro,pedido,nº pedido,número de pedido,factura,nº factura,número de factura,envío,seguimiento,nº seguimiento,número de seguimiento,localizador,localizar envío,correos,seur,mrw,nacex,gls,ups,dhl,correos express,paquete,tracking,matrícula universidad,expediente académico,niu,nia,matrícula de honor,número de socio,socio,abonado,número de abonado,suministro,cups,contador,imei,número de serie,bastidor,vin,multa,boletín,referencia,ref,nº de referencia,registro,referencia catastral,catastro,colegiado,nº colegiado,curp,rfc,cuit,cuil,tarjeta,reserva,número de reserva,justificante,autos,procedimiento,diligencias,certificado',
    fillers: 'número,num,nº,n,n°,no,es,de,del,la,el,mi,cliente,buscar,consultar,rastrear,:',
    numbers: [
      { shape: '\\d{2}[ .]?\\d{3}[ .]?\\d{3}[ -]?[a-z]', check: holds(dni), sure: true },
      { shape: '[xyz][ -]?\\d{7}[ -]?[a-z]', check: holds(nie), sure: true },
      { shape: '\\d{2}[ /-]?\\d{8}[ /-]?\\d{2}', check: holds(nss), sure: true },
      { shape: '[a-z]{4}\\d{6}[a-z]{6}[a-z0-9]\\d', check: holds(curp), sure: true },
    ],
    plates: ['\\d{4}[ -]?[bcdfghjklmnprstvwxyz]{3}'],
    weakPlates: ['[a-z]{1,2}[ -]?\\d{4}[ -]?[a-z]{1,2}', '[a-z]{2} ?\\d{3} ?[a-z]{2}', '[ceh] ?\\d{4} ?[a-z]{3}'],
    aboutPlates:
      'matrícula,coche,vehículo,moto,furgoneta,dgt,multa,accidente,propietario,itv,golpe,parking,aparcado,seguro,dueño,titular,camión,taxi',
  },
  names: {
    strongParticles: '',
    particles: 'de,del,la,las,los,el,san,santa,von,van,der,da,dos,di,ben,al',
    alsoWords:
      'mercedes dolores paz luz mar sol soledad remedios angel estrella cruz modesto justo primitivo celeste america argentina gracia angustias socorro jazmin perla trinidad candela africa israel guadalupe olvido flor fe gala galo germania iberia india isla italia jade jordan lago libertad lucero luna maravillas marcial mari mayo melodia mercurio miel mina navidad nube olimpia ona oriente palma paris perfecta perfecto placido prado presentacion princesa prudencia real regla rey rio roma roman romana romance rubio salud samba sancho santa santo santos selva sereno sierra sirena tierra tesoro toledo troya valencia valle venus verde virgen zar delicias edad felicidad fortuna franco bella bienvenida camino caridad constancia corona diamante dulce lima madrid buenaventura desamparados deseada don cielo claro exposito florida'.split(
        ' ',
      ),
    endings:
      '(?:ez|iz|oz|illo|illa|ero|era|ales|arro|azo|eta|ate|oa|egui|arri|aga|berri|uria|ena|oui|aoui|escu|enko|ski|ova|aldo|ano|ina|on)',
    people:
      'esquela,esquelas,fallecido,fallecida,falleció,fallecimiento,defunción,tanatorio,entierro,funeral,herencia,testamento,notario,abogado,abogada,procurador,médico,doctor,doctora,dr,dra,dentista,fisioterapeuta,fisio,psicólogo,psicóloga,psiquiatra,pediatra,ginecólogo,ginecóloga,profesor,profesora,maestra,fontanero,electricista,arquitecto,gestor,gestoría,peluquera,peluquería,taxista,inmobiliaria,linkedin,facebook,instagram,tiktok,dirección,teléfono,quién es,vive,dónde vive,familia,genealogía,boda,divorcio,nacido,nacida,accidente,detenido,detenida,condenado,juicio,juzgado,cárcel,desaparecido,desaparecida,denuncia,email,correo,don,doña,señor,señora,sr,sra,alumno,alumna,nota,oposiciones,opositor,boe,currículum,cv,costurera,frutero,carnicería,dueño,viuda,hijo,hija,padre,madre,primo,vecino,vecina,estafa,moroso,deuda,deudas,multa,concejal,colegiado,cura,párroco,autónomo,albañil,mecánico,entrenador infantil,cadete,fotógrafo',
    known:
      'edad,fortuna,patrimonio,sueldo,altura,mujer,marido,novia,novio,pareja,hijos,película,películas,serie,series,canción,canciones,letra,letras,disco,álbum,concierto,conciertos,gira,entradas,libro,libros,novela,novelas,poema,poemas,poesía,frases,cita,citas,biografía,wikipedia,wiki,actor,actriz,cantante,humorista,presentador,presentadora,fichaje,gol,goles,partido,presidente,ministro,ministra,rey,reina,pintor,cuadro,cuadros,obra,obras,museo,exposición,ópera,filósofo,teoría,resumen,podcast,netflix,telecinco,antena 3,reloj,relojes,gafas,perfume,colonia,zapatos,bolso,chaqueta,vestido,rebajas,outlet,receta,recetas,estadio,colegio,instituto,calle,avenida,plaza,metro,estación,aeropuerto,universidad,hospital,clínica,iglesia,fundación,premio,premios,hotel,restaurante,panadería,youtube,desnuda,noticias,hoy,directo,vs,contra,teatro,enfermedad,muerte,causa,perro,juego,juegos,queso,vino,peinado,origen,nombre,significado,santo,día,selección,real madrid,barcelona,nba,f1,motogp,acordes,karaoke,remix,tenis,biblia,evangelio,virgen,fiesta,fiestas,semana santa,cofradía,letra',
    things:
      'san,santa,santo,calle,avenida,plaza,colegio,instituto,ies,ceip,hospital,clínica,hotel,estadio,restaurante,bar,rey,reina,príncipe,princesa,papa,película,serie,canción,nombre,metro,estación,castillo,museo,puerto,isla,puente,casa,playa,virgen,marca,tienda,bodega,bodegas,premio,fundación,parque,real,sierra,río,monte,villa,puerta,vino',
    twoLastNames: true,
  },
  goods:
    'modelo,referencia de pieza,repuesto,recambio,manual,cartucho,tóner,batería,filtro,cargador,isbn,ean,asin,lego,playmobil,bosch,samsung,precio,comprar,euros,neumático,código de error,error,formulario,norma,iso,lotería,décimo,quiniela,código nacional,cn,artículo,ley,rd,decreto,bop',
  stopWords:
    'el la los las de que en un una para por con como donde cuando cual qué cómo del al es se mi su sin sobre precio receta cuanto hoy más y a o no horario comprar me lo ser hacer',
}
