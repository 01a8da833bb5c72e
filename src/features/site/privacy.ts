import type { DocumentFacts } from './document.ts';

/** The privacy text for `readDocument` (A-84, LGPD). */
export const privacyText = ({ siteName, channel }: DocumentFacts, retained: readonly string[]): string => `
Esta página diz quais dados pessoais o site ${siteName} trata, para quê, por quanto tempo e como você exerce os direitos que a Lei Geral de Proteção de Dados (Lei nº 13.709/2018) lhe dá. Somos o controlador desses dados. Para qualquer assunto de privacidade, fale com o nosso encarregado ${channel}.

## Quais dados tratamos e para quê
- Conta: e-mail, nome de exibição, foto (se você enviar uma) e senha, que fica guardada apenas de forma cifrada e irreversível. Servem para identificar você e cumprir o contrato.
- Estação: nome, CNPJ ou CPF, cidade, estado e tipo, se você informar. Aparecem nas licenças e nos certificados do que você baixa, que abrem para quem tem o endereço deles.
- Assinatura: plano, situação, datas e o número de cliente na empresa de pagamentos. Servem para cumprir o contrato e as obrigações fiscais. Os dados do cartão ficam só com a empresa de pagamentos.
- Pedidos de gravação: nome da rádio e WhatsApp que você informa. Servem para gravar e entregar a vinheta.
- Uso do acervo: favoritos e downloads, com data e versão da licença. Servem para você reencontrar o que usou e para provar a licença de cada arquivo.
- Segurança: endereço de rede, navegador e horário de acesso e, de quem usa a verificação em duas etapas, a parte pública das chaves de acesso e os segredos dos códigos, cifrados. Dos últimos acessos e dos e-mails que enviamos (assunto e se chegaram), o registro dura 90 dias. Servem para proteger a sua conta, para ajudar você a entrar e para cumprir o art. 15 do Marco Civil da Internet.

- Números do site: quantas vezes por dia a página inicial foi aberta, quantos se cadastraram, confirmaram o e-mail e pagaram pela primeira vez. São só totais do dia, contados por nós: sem cookies, sem endereço de rede e sem saber de quem.

## O que não fazemos
- Não vendemos dados, não mostramos anúncios e não usamos rastreadores de terceiros.
- Não tomamos decisões sobre você só por meios automáticos que afetem os seus direitos.
- O vídeo da página inicial só é pedido ao YouTube ou ao Vimeo quando você clica nele. A partir daí valem as regras deles.

## Cookies
- Usamos apenas cookies indispensáveis. Um mantém você conectado e some quando você sai.
- Outro lembra por um ano que este navegador já foi usado, para que tentativas de estranhos não bloqueiem a sua conta. Ele não diz quem você é.
- O tema claro ou escuro, o volume e a fila do player ficam guardados no seu próprio navegador e não são enviados a nós.

## Com quem compartilhamos
- Empresa de pagamentos, para cobrar e renovar a assinatura.
- Provedor de hospedagem e serviço de envio de e-mails, para o site funcionar.
- Locutores e produtores que gravam as vinhetas: recebem o nome da rádio e as instruções do pedido.
- Autoridades, quando a lei ou uma ordem da Justiça exigir.
- Alguns desses fornecedores podem guardar dados fora do Brasil, com as garantias que a lei pede.

## Por quanto tempo
- Os dados da conta ficam enquanto ela existir. Você pode excluí-la quando quiser, no seu perfil.
- Depois da exclusão, guardamos apenas:
${retained.map((item) => `- ${item}`).join('\n')}

## Seus direitos
- Saber se tratamos os seus dados e receber uma cópia deles: use Exportar meus dados, no seu perfil.
- Corrigir dados incompletos ou errados: edite o seu perfil.
- Excluir a conta e os dados: use Excluir minha conta, no seu perfil.
- Pedir a portabilidade, opor-se a um tratamento, saber com quem compartilhamos e retirar um consentimento: escreva ao encarregado ${channel}. Respondemos em até 15 dias.
- Se não ficar satisfeito, você pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).

## Segurança
- As conexões são cifradas, as senhas não podem ser lidas nem por nós e o acesso da equipe é limitado e registrado. Se houver um incidente que possa causar dano relevante, avisamos você e a ANPD.

## Crianças e adolescentes
- O serviço é para emissoras e profissionais. Não criamos contas para menores de 18 anos.

## Mudanças
- Se esta página mudar de forma importante, avisamos por e-mail antes.
`;
