/** Common nouns and adjectives of radio, singular and plural, for tests. */
export const nouns: [string, string][] = `
gol/gols mãe/mães mão/mãos hit/hits spot/spots drop/drops ano/anos rei/reis azul/azuis infantil/infantis
fácil/fáceis herói/heróis pai/pais pão/pães cão/cães irmão/irmãos cidadão/cidadãos órgão/órgãos
bênção/bênçãos cristão/cristãos grão/grãos canção/canções coração/corações edição/edições estação/estações
emoção/emoções promoção/promoções transição/transições locução/locuções explosão/explosões
televisão/televisões leão/leões avião/aviões trovão/trovões campeão/campeões eleição/eleições oração/orações
refrão/refrões violão/violões paixão/paixões verão/verões balão/balões limão/limões mamão/mamões
portão/portões jornal/jornais sinal/sinais final/finais local/locais animal/animais casal/casais
natal/natais carnaval/carnavais vocal/vocais comercial/comerciais instrumental/instrumentais
policial/policiais especial/especiais canal/canais hospital/hospitais tribunal/tribunais legal/legais
igual/iguais cultural/culturais mensal/mensais sal/sais hotel/hotéis papel/papéis anel/anéis painel/painéis
pastel/pastéis nível/níveis móvel/móveis automóvel/automóveis túnel/túneis cruel/cruéis fiel/fiéis
quartel/quartéis incrível/incríveis aluguel/aluguéis difícil/difíceis útil/úteis fértil/férteis
fóssil/fósseis projétil/projéteis réptil/répteis míssil/mísseis ágil/ágeis frágil/frágeis juvenil/juvenis
gentil/gentis civil/civis barril/barris funil/funis fuzil/fuzis perfil/perfis sol/sóis farol/faróis
lençol/lençóis espanhol/espanhóis caracol/caracóis futebol/futebóis girassol/girassóis anzol/anzóis
álcool/álcoois lei/leis boi/bois caubói/caubóis táxi/táxis júri/júris biquíni/biquínis safári/safáris
zumbi/zumbis pônei/pôneis homem/homens jovem/jovens viagem/viagens imagem/imagens mensagem/mensagens
personagem/personagens reportagem/reportagens trem/trens nuvem/nuvens garagem/garagens som/sons tom/tons
dom/dons bom/bons fim/fins jardim/jardins boletim/boletins álbum/álbuns atum/atuns hífen/hifens
festim/festins clarim/clarins flor/flores cor/cores dor/dores amor/amores ator/atores locutor/locutores
mar/mares ar/ares lugar/lugares celular/celulares mulher/mulheres motor/motores bar/bares par/pares
torcedor/torcedores jogador/jogadores líder/líderes repórter/repórteres tambor/tambores calor/calores
voz/vozes luz/luzes cruz/cruzes vez/vezes rapaz/rapazes paz/pazes nariz/narizes atriz/atrizes feliz/felizes
veloz/velozes mês/meses país/países gás/gases deus/deuses inglês/ingleses português/portugueses
francês/franceses japonês/japoneses freguês/fregueses dia/dias noite/noites manhã/manhãs tarde/tardes
hora/horas minuto/minutos segundo/segundos semana/semanas rádio/rádios música/músicas trilha/trilhas
vinheta/vinhetas efeito/efeitos chamada/chamadas abertura/aberturas notícia/notícias programa/programas
programete/programetes jingle/jingles base/bases fase/fases frase/frases classe/classes série/séries
crise/crises tese/teses ponte/pontes fonte/fontes nome/nomes jogo/jogos time/times torre/torres
árvore/árvores livre/livres mestre/mestres padre/padres semestre/semestres festa/festas criança/crianças
menino/meninos menina/meninas avó/avós pé/pés pá/pás fã/fãs maçã/maçãs irmã/irmãs romã/romãs café/cafés
bebê/bebês céu/céus chapéu/chapéus véu/véus troféu/troféus grau/graus museu/museus pneu/pneus
europeu/europeus degrau/degraus bambu/bambus tatu/tatus último/últimos próximo/próximos ritmo/ritmos
ramo/ramos máximo/máximos íntimo/íntimos show/shows trailer/trailers beat/beats loop/loops sample/samples
riser/risers sweep/sweeps whoosh/whooshes click/clicks flash/flashes box/boxes teaser/teasers bumper/bumpers
jet/jets clube/clubes bit/bits pixel/pixels vocal/vocals bass/bass dj/djs cd/cds tv/tvs train/trains
horn/horns gun/guns fan/fans coin/coins party/parties story/stories software/softwares game/games
video/vídeos kit/kits set/sets pop/pop single/singles remix/remixes mix/mixes podcast/podcasts
playlist/playlists live/lives banner/banners link/links post/posts carro/carros porta/portas sino/sinos
chuva/chuvas vento/ventos onda/ondas cavalo/cavalos galo/galos gato/gatos copo/copos vidro/vidros tiro/tiros
passo/passos riso/risos grito/gritos palma/palmas beijo/beijos chama/chamas câmera/câmeras
professor/professores eleitor/eleitores juiz/juízes lápis/lápis ônibus/ônibus tênis/tênis vírus/vírus
cônsul/cônsules mal/males caráter/caracteres júnior/juniores pagão/pagãos sótão/sótãos órfão/órfãos
corrimão/corrimãos escrivão/escrivães capitão/capitães alemão/alemães charlatão/charlatães
`
  .trim()
  .split(/\s+/)
  .map((pair) => pair.split('/') as [string, string]);
