import { cpf } from 'stdnum/lib/cjs/br/index.js'
import { cc, nif } from 'stdnum/lib/cjs/pt/index.js'
import { holds } from './holds.js'
import type { Locale } from './locale.js'

export const pt: Locale = {
  code: 'pt',
  title: 'Portuguese (Portugal, Brazil)',
  phone: {
    regions: ['PT', 'BR'],
    hotlines: '^(?:800|808|707|760|761|0800|0300|4004|400[0-9]|300[0-9]|3003)',
    services:
      'apoio ao cliente,linha de apoio,sac,central,atendimento,número verde,emergência,linha saúde,assistência,0800',
    about:
      'telefone,tel,telef,número,num,telemóvel,tlm,celular,cel,fixo,fax,chamada,chamadas,ligou,liga,ligação,quem ligou,quem me ligou,de quem é,quem é,whatsapp,zap,sms,contacto,contato,spam,ddd',
  },
  address: {
    number: 'behind',
    words:
      'rua,r.,avenida,av,av.,avª,travessa,tv,trav,largo,lg,praça,pç,pça,praceta,pct,pct.,pcta,estrada,estr,est,rodovia,rod,alameda,al,beco,calçada,cç,caminho,ladeira,rotunda,urbanização,urb,viela,azinhaga,escadinhas,vila,conjunto,cj,parque residencial,condomínio,cond,quadra,qd,en,br,servidão,bairro,quinta',
    weakWords: 'lugar,sítio,loteamento,bloco,residencial,edifício,passagem,lote,campo,monte,cohab,setor,chácara,praia',
    endings: '',
    weakEndings: '',
    noStreets: '',
    postcode: '\\d{4}-\\d{3}|\\d{5}-?\\d{3}',
    numberWords: 'n,n°,nº,num,número,no,nr,lote,km,bloco,casa,lt',
    about:
      'morada,endereço,mapa,maps,google maps,como chegar,rota,apartamento,casa,mora,quem mora,proprietário,vizinho,condomínio,entrega,ifood,glovo,andar,cep,código postal,imóvel,aluguel,arrendamento,iptu,r/c,dto,esq,apto,ap',
  },
  birth: {
    words:
      'nascido,nascida,nascidos,nasceu,nasci,nascimento,data de nascimento,data nasc,nasc,dn,aniversário,data de nasc',
    months:
      'janeiro,jan,fevereiro,fev,março,mar,abril,abr,maio,mai,junho,jun,julho,jul,agosto,ago,setembro,set,outubro,out,novembro,nov,dezembro,dez',
  },
  ids: {
    labels:
      'cpf,rg,cnh,nif,contribuinte,número de contribuinte,niss,segurança social,cartão de cidadão,cartão cidadão,cc,bi,bilhete de identidade,passaporte,título de eleitor,titulo eleitor,título,pis,pasep,pis/pasep,nis,ctps,carteira de trabalho,cartão sus,cns,sus,utente,número de utente,nº utente,sns,carta de condução,carta,habilitação,renavam,chassi,chassis,placa,matrícula,matricula,inscrição,número de cliente,nº cliente,cliente,contrato,nº contrato,apólice,nº apólice,sinistro,protocolo,processo,nº processo,número do processo,pedido,nº pedido,encomenda,nota fiscal,fatura,boleto,código de rastreio,código de rastreamento,rastrear,rastreio,rastreamento,ctt,correios,encomenda ctt,jadlog,sedex,dpd,gls,dhl,ups,fedex,mbway,conta,agência e conta,conta corrente,nib,imei,número de série,contador,cpe,cui,instalação,unidade consumidora,multa,auto,reserva,localizador,oab,crm,cédula profissional,inss,benefício,número do benefício,nb,fgts,ra,aluno,nº aluno,número de aluno,sócio,nº sócio,cartão,referência,ref,entidade,certidão,registo,matrícula predial,crea,pix,chave pix,autorização de residência,título de residência,rne,rnm,via verde',
    fillers: 'número,num,nº,n,n°,no,é,de,do,da,o,a,meu,minha,consultar,consulta,cliente,:',
    numbers: [
      { shape: '\\d{3}[. ]?\\d{3}[. ]?\\d{3}[- /]?\\d{2}', check: holds(cpf), sure: true },
      { shape: '\\d{8}[ -]?\\d ?[a-z]{2}\\d', check: holds(cc), sure: true },
      { shape: '\\d{3}[ .]?\\d{3}[ .]?\\d{3}', check: holds(nif), sure: false },
    ],
    plates: [
      '(?:[a-z]{2}-\\d{2}-[a-z]{2}|\\d{2}-[a-z]{2}-\\d{2}|\\d{2}-\\d{2}-[a-z]{2}|[a-z]{2}-\\d{2}-\\d{2})',
      '[a-z]{3}-\\d[a-z0-9]\\d{2}',
      '[a-z]{3}\\d[a-z]\\d{2}',
    ],
    weakPlates: [
      '[a-z]{3} ?\\d{4}',
      '[a-z]{3} \\d[a-z]\\d{2}',
      '[a-z]{2} ?\\d{2} ?[a-z]{2}',
      '\\d{2} ?[a-z]{2} ?\\d{2}',
    ],
    aboutPlates:
      'matrícula,placa,carro,veículo,moto,seguro,multa,acidente,dono,proprietário,detran,sinesp,ipva,roubado,estacionado,imt,carrinha,caminhão,batida',
  },
  names: {
    strongParticles: '',
    particles: 'de,da,do,das,dos,del,von,van,di,al,el',
    alsoWords:
      'rosa luz mar sol pilar assunção graça graças esperança cruz santiago jesus justo américa argentina angústias socorro amparo jasmim pérola reis candeia áfrica natal pascoal páscoa prazeres neves alba branco campos carmo céu cinda consolação cristal delícia diamantina domingas fé felicidade flor fortuna franco gala jade jordão lago leão lua mãe maio mel mercedes milagres mina natividade norte nova oliva oriente palma paris paz perpétua piedade porto prado preciosa princesa real rei rio roma romana saudade santa santo santos selva serena sereno severo terra toledo valência vale veneza verde virgem virtudes brasil bahia don dom deus angel anjo maravilha penha ramos guia'
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .split(' '),
    endings:
      '(?:eira|eiro|eiros|eiras|inho|inha|es|ais|ães|aes|ão|ao|oes|ares|alho|elho|ilho|ado|ada|ini|etti|elli|ini|ski|enko|ova|ez|ouro|al|ino|ano|ard|er)',
    people:
      'óbito,faleceu,falecido,falecida,falecimento,funeral,velório,necrologia,enterro,herança,testamento,inventário,notário,advogado,advogada,médico,médica,doutor,doutora,dr,dra,dentista,fisioterapeuta,psicólogo,psicóloga,psiquiatra,pediatra,ginecologista,nutricionista,professor,professora,prof,canalizador,encanador,eletricista,arquiteto,contador,contabilista,cabeleireira,manicure,corretor,imobiliária,linkedin,facebook,instagram,tiktok,escavador,jusbrasil,morada,endereço,telefone,quem é,mora,onde mora,família,genealogia,casamento,divórcio,nascido,nascida,acidente,preso,presa,detido,condenado,processo,tribunal,prisão,desaparecido,desaparecida,denúncia,email,padre,pároco,paróquia,pastor,sr,sra,senhor,senhora,dona,aluno,aluna,estudante,concurso,vestibular,currículo,cv,currículo lattes,lattes,viúva,filho,filha,pai,mãe,primo,vizinho,burla,golpe,golpista,vereador,candidato,oab,crm,solicitador,explicador,explicações,limpezas,fotógrafo,mecânico,pedreiro,personal,dívida,serasa,aniversário,treinador infantis',
    known:
      'idade,fortuna,património,patrimônio,salário,altura,mulher,marido,namorada,namorado,esposa,filhos,filme,filmes,série,séries,novela,novelas,música,músicas,letra,letras,álbum,show,shows,concerto,concertos,turnê,digressão,bilhetes,ingressos,livro,livros,romance,poema,poemas,poesia,frases,citações,biografia,vida,wikipedia,wiki,ator,atriz,cantor,cantora,humorista,apresentador,apresentadora,golo,golos,gol,gols,jogo,jogador,partido,presidente,ministro,ministra,rei,rainha,pintor,quadro,quadros,obra,obras,museu,exposição,ópera,filósofo,teoria,resumo,análise,podcast,netflix,globo,sic,tvi,rtp,relógio,óculos,perfume,sapatos,bolsa,mala,casaco,vestido,saldos,outlet,receita,receitas,estádio,escola,colégio,rua,avenida,praça,metro,metrô,estação,aeroporto,universidade,hospital,clínica,igreja,fundação,prémio,hotel,restaurante,padaria,youtube,nua,notícias,hoje,ao vivo,vs,contra,teatro,doença,morte,cachorro,cão,queijo,vinho,cabelo,origem,nome,significado,santo,dia,seleção,benfica,sporting,porto,flamengo,corinthians,palmeiras,f1,cifra,cifras,acordes,karaokê,remix,bíblia,evangelho,santuário,romaria,heterónimos,sermão,fado,cirurgia,big brother,bbb',
    things:
      'são,santa,santo,rua,avenida,praça,escola,colégio,hospital,clínica,hotel,estádio,restaurante,rei,rainha,príncipe,princesa,papa,filme,série,música,nome,metro,estação,castelo,museu,porto,ilha,ponte,casa,praia,nossa senhora,marca,loja,quinta,vinho,prémio,fundação,parque,serra,rio,monte,vila,largo,agrupamento',
    twoLastNames: true,
  },
  goods:
    'modelo,peça,peças,manual,cartucho,tinteiro,toner,bateria,pilha,filtro,carregador,isbn,ean,asin,lego,playmobil,bosch,samsung,preço,comprar,euros,reais,pneu,código de erro,erro,formulário,norma,iso,loteria,mega sena,euromilhões,artigo,lei,decreto,cnpj,ncm,cid,nipc',
  stopWords:
    'o a os as de que em um uma para por com como onde quando qual do da dos das é se não no na ao mais sem sobre preço receita quanto hoje horário comprar fazer meu minha e ou são tem ser',
}
