import { workdaysText } from '#platform/workdays.ts';
import { deliveryPromise } from './benefits.ts';
import type { DocumentFacts } from './document.ts';

/** The terms of use for `readDocument`. */
export const termsText = ({ siteName, channel }: DocumentFacts): string => `
Estes termos dizem o que você pode esperar do site ${siteName} e o que esperamos de você. Ao criar uma conta, você concorda com eles. Se algo não ficar claro, fale conosco ${channel} antes de assinar.

## O que oferecemos
- Um acervo de trilhas, efeitos sonoros, vinhetas e programetes para rádios, web rádios, podcasts e produtoras, disponível para quem tem assinatura ativa.
- Créditos mensais para pedir a gravação de vinhetas com o nome da sua rádio.
- O acervo muda com o tempo: entram novidades e, às vezes, um pacote sai do ar. O que você já baixou continua valendo nas condições da licença de uso do áudio.

## Sua conta
- Para criar a conta é preciso informar um e-mail válido e confirmá-lo. Você precisa ter 18 anos ou representar uma empresa.
- A conta e a senha são suas. Não as compartilhe com outras emissoras e avise se desconfiar que alguém as usou.
- Você pode encerrar a conta quando quiser, na página do seu perfil.

## Planos, preços e pagamento
- Os planos e preços em vigor estão na página inicial. O valor cobrado é sempre o mostrado no momento da compra.
- O pagamento é feito na página de uma empresa de pagamentos. Não recebemos nem guardamos os dados do seu cartão.
- A assinatura renova automaticamente ao fim de cada período, pelo mesmo prazo, até ser cancelada.
- Boleto e Pix liberam o acesso quando o pagamento é confirmado. Na renovação, o acesso continua até o vencimento.
- Se o preço mudar, você será avisado por e-mail com pelo menos 30 dias de antecedência e poderá cancelar antes da renovação. O período já pago não muda de preço.

## Garantia de 7 dias e cancelamento
- Você pode desistir da compra em até 7 dias, sem explicar o motivo, e receber de volta todo o valor pago, como garante o art. 49 do Código de Defesa do Consumidor. Basta pedir ${channel}.
- Depois disso, você pode cancelar a renovação quando quiser, sem multa, na página do seu perfil. O acesso continua até o fim do período já pago.

## Créditos e gravações
- Quem tem plano pago recebe créditos todo mês. Eles valem até o fim do mês, não acumulam, não são transferíveis e não se convertem em dinheiro.
- Cada pedido de gravação usa 25 créditos e é entregue ${deliveryPromise}, contadas ${workdaysText}.
- Se pedirmos uma correção de informação, o prazo volta a contar quando você responder. Cada gravação dá direito a uma revisão sem custo.
- Se não for possível gravar, os créditos são devolvidos.
- Podemos recusar pedidos que violem a lei, ofendam pessoas ou usem a marca de outra emissora sem autorização.

## Uso justo
- Os downloads de trilhas, efeitos e programetes são ilimitados para o uso normal de uma emissora. Downloads em massa por robôs podem ser desacelerados.
- É proibido copiar o acervo para revenda, contornar as proteções do site ou tentar acessar contas de outras pessoas.

## Direitos sobre o áudio
- O que você pode fazer com o áudio está na página Licença de uso do áudio, que faz parte destes termos.
- As músicas, os efeitos, as locuções, as marcas e os textos do site pertencem aos seus titulares.

## Disponibilidade e responsabilidade
- Trabalhamos para manter o site no ar o tempo todo, mas pode haver paradas para manutenção ou por falhas.
- Mantenha cópia do que for essencial para a sua programação. Nada nestes termos reduz os direitos que a lei dá a quem consome.

## Encerramento por nós
- Podemos suspender ou encerrar a conta de quem descumprir estes termos ou a licença. Antes avisamos e damos prazo para corrigir, salvo em caso de fraude ou de ordem da Justiça. Havendo encerramento sem culpa sua, devolvemos o valor do período não usado.

## Mudanças e foro
- Se mudarmos estes termos de forma importante, avisamos por e-mail com 30 dias de antecedência.
- Vale a lei brasileira. Você pode propor ação no foro do seu domicílio.
`;
