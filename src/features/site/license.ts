/** The licence's default text for `readDocument`; version 1. */
export const defaultLicense = `Esta licença diz, em português claro, o que você pode fazer com o áudio que ouve e baixa aqui. Ela vale para quem tem assinatura ativa e passa a valer no momento do download.

## Quem pode usar
- A assinatura vale para uma emissora, web rádio, produtora ou criador de conteúdo, e para a equipe que trabalha para ele.
- Quem tem mais de uma emissora, cada uma com nome próprio no ar, precisa de uma assinatura para cada uma. Retransmitir a mesma programação em mais de uma frequência não exige outra assinatura.
- A conta é de uma pessoa. Não empreste a senha para outra rádio.

## O que você pode fazer
- Transmitir em FM, AM, rádio comunitária, rádio educativa, web rádio e rádio interna de lojas.
- Usar em podcasts, vídeos, transmissões ao vivo e redes sociais da sua emissora ou do seu programa.
- Usar como fundo de locução, abertura, passagem, encerramento e em comerciais que você produz para os anunciantes da sua emissora.
- Cortar, repetir, misturar com voz e ajustar a duração.

## O que você não pode fazer
- Vender, emprestar, sublicenciar ou distribuir os arquivos como estão, sozinhos ou em coletâneas.
- Publicar as faixas em serviços de música ou registrá-las em sistemas de identificação de conteúdo como se fossem suas.
- Dizer que você é o autor das músicas, efeitos ou locuções.
- Usar as vozes e as faixas para treinar sistemas de inteligência artificial ou para imitar a voz dos locutores.
- Usar em conteúdo ilegal, que discrimine pessoas ou que faça parecer que um locutor apoia um partido ou candidato.

## Vinhetas gravadas com o nome da sua rádio
- A gravação feita para você é só sua: não será entregue a outra emissora.
- Você pode usá-la sem prazo, mesmo depois de cancelar a assinatura.
- Os modelos de vinheta do acervo são para ouvir e escolher. Eles não são entregues como arquivo.

## Depois de cancelar
- O que já foi ao ar ou foi publicado enquanto a assinatura estava ativa continua autorizado, sem prazo.
- Programas, comerciais e episódios prontos podem continuar em exibição como estão.
- Para usar as faixas em produções novas é preciso ter a assinatura ativa.

## Direitos autorais e execução pública
- Os direitos sobre as obras e as gravações continuam com seus autores e titulares.
- Esta licença não substitui os pagamentos que a sua emissora deve fazer pela execução pública de obras musicais, quando a lei os exigir.

## Se a licença for descumprida
- Avisamos primeiro e damos um prazo para corrigir. Se nada mudar, a licença e a assinatura podem ser encerradas.

## Mudanças nesta licença
- Cada texto tem um número de versão. Cada download guarda a versão que valia naquele momento, e é ela que vale para aquele arquivo.`;
