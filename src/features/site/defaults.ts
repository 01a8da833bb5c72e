import { workdaysText } from '#platform/workdays.ts';
import { deliveryPromise } from './benefits.ts';

/** Default texts of the site. They must not name the site, because its name is a setting. */

export const defaultHero = {
  title: 'Tudo o que toca entre uma música e outra.',
  subtitle:
    'Vinhetas, trilhas, efeitos sonoros e programetes prontos para ir ao ar. Ouça, baixe e coloque na programação, com o nome da sua rádio na vinheta.',
  video_title: '',
  video_description: '',
  video_url: '',
};

export const defaultFeatures = {
  title: 'Feita para quem tem hora certa para entrar no ar',
  subtitle:
    'O intervalo acaba, o microfone abre e o som precisa estar lá. Cada recurso foi pensado a partir daí.',
  items: [
    {
      title: 'Ouça antes de baixar',
      text: 'Cada faixa mostra a forma da onda: dá para ver onde entra a voz, onde bate o impacto e pular direto para lá.',
    },
    {
      title: 'Baixe uma faixa ou o pacote inteiro',
      text: 'Trilhas, efeitos e programetes sem limite de downloads, um a um ou em um só arquivo ZIP, com os nomes certos.',
    },
    {
      title: 'Vinhetas com o nome da sua rádio',
      text: `Escolha o pacote, informe o nome da emissora e receba a gravação ${deliveryPromise}.`,
    },
    {
      title: 'Encontre pelo clima, não pelo nome do arquivo',
      text: 'Busque por “natal”, “futebol” ou “suspense” e chegue ao som, com ou sem acento.',
    },
    {
      title: 'O som não para',
      text: 'Navegue pelo acervo com a trilha tocando. O player acompanha você de uma página para a outra.',
    },
    {
      title: 'Uso no ar sem susto',
      text: 'Uma licença em português claro diz o que pode em FM, AM, web rádio e podcast — inclusive depois de cancelar.',
    },
  ],
};

export const defaultPricing = {
  title: 'Um plano, o acervo inteiro',
  subtitle:
    'Todos os planos abrem tudo. O que muda é o quanto você economiza por mês. Sem fidelidade: cancele quando quiser.',
};

export const defaultFaq = {
  title: 'Perguntas de quem está no ar',
  subtitle: 'Se a sua não estiver aqui, chame no WhatsApp: quem responde é gente.',
  questions: [
    {
      question: 'O que eu recebo quando assino?',
      answer:
        'Acesso a todo o acervo: trilhas, efeitos sonoros, pacotes de vinhetas e programetes, com downloads ilimitados de trilhas, efeitos e programetes. Todo mês você também recebe créditos para pedir vinhetas gravadas com o nome da sua rádio.',
    },
    {
      question: 'Como funciona a vinheta com o nome da minha rádio?',
      answer: `Abra um pacote de vinhetas, ouça os modelos e clique em SOLICITAR GRAVAÇÃO. Informe o nome da rádio e o seu WhatsApp. Cada pedido usa 25 créditos e os planos dão 100 créditos por mês, ou seja, 4 pacotes. A gravação é entregue ${deliveryPromise}.`,
    },
    {
      question: 'O que são “24 horas úteis”?',
      answer: `O prazo corre ${workdaysText}. Um pedido feito na sexta às 15h, por exemplo, fica pronto até segunda às 15h. A data prevista aparece junto do seu pedido.`,
    },
    {
      question: 'Posso usar no FM, na web rádio e em podcast?',
      answer:
        'Sim. A assinatura permite usar o conteúdo na programação da sua emissora, na transmissão pela internet e nos seus podcasts. Os detalhes estão na página da licença, em português claro.',
    },
    {
      question: 'Como funcionam os spots de R$ 15?',
      answer:
        'São comerciais de até 40 segundos, gravados por locutores de verdade. Mande o texto pelo WhatsApp e combine a gravação com a nossa equipe. Cada spot custa R$ 15, além da assinatura.',
    },
    {
      question: 'E se eu não gostar?',
      answer:
        'Você tem 7 dias de garantia. Se a assinatura não servir para a sua rádio, peça o cancelamento nesse prazo e devolvemos todo o valor pago.',
    },
    {
      question: 'Posso cancelar quando quiser?',
      answer:
        'Pode, sem multa. O cancelamento é feito por você mesmo, no seu perfil, e o acesso continua até o fim do período já pago.',
    },
    {
      question: 'Preciso instalar alguma coisa?',
      answer:
        'Não. Tudo funciona no navegador, no computador e no celular. Os arquivos baixados são de áudio comum e entram em qualquer programa de automação ou edição.',
    },
  ],
};

export const defaultMaintenance = {
  enabled: false,
  title: 'A revolução do rádio está começando!',
  subtitle: 'AGUARDE ESTAMOS EM DESENVOLVIMENTO A MELHOR PLATAFORMA DE RÁDIOS DO BRASIL.',
};

export const defaultSettings = {
  favicon: '',
  description:
    'Vinhetas com o nome da sua rádio, trilhas, efeitos sonoros e programetes prontos para ir ao ar. Downloads ilimitados para rádios, web rádios e podcasts.',
  keywords:
    'vinhetas para rádio, trilhas sonoras, efeitos sonoros, programetes, vinheta com nome da rádio, spot para rádio, web rádio, podcast',
};
