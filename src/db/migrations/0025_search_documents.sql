-- Words of a text as search compares them: taken apart at capitals and digits, without accents, lower case, plurals
-- that the Portuguese stemmer keeps apart made singular. `GolpedoFalsoSequestro` also gives `golpe`.
DO $do$
DECLARE home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fn$
    DECLARE t text := %1$s.unaccent('%1$s.unaccent'::regdictionary, normalize(value, NFKC));
    BEGIN
      IF t ~ '[a-z][A-Z]' THEN
        t := regexp_replace(t, '([A-Za-z][a-z]+)(de|do|da|dos|das|com|por|para|ao|em|no|na)(?=[A-Z])', '\1\2 \1 ', 'g');
        t := regexp_replace(t, '([a-z]ndo)(a|o|as|os)(?=[A-Z])', '\1 ', 'g');
        t := regexp_replace(t, '([a-z])([A-Z])', '\1 \2', 'g');
        t := regexp_replace(t, '([A-Z])([A-Z][a-z])', '\1 \2', 'g');
      END IF;
      t := lower(t);
      t := regexp_replace(regexp_replace(t, '([a-z])([0-9])', '\1 \2', 'g'), '([0-9])([a-z])', '\1 \2', 'g');
      t := regexp_replace(t, '[^[:alnum:]]+', ' ', 'g');
      IF t ~ 's\M' THEN
        t := regexp_replace(t, '\m([a-z]{2,})(oes|aes)\M', '\1ao', 'g');
        t := regexp_replace(t, '\m([a-z]{3,})ais\M', '\1al', 'g');
        t := regexp_replace(t, '\m([a-z]{3,})eis\M', '\1el', 'g');
        t := regexp_replace(t, '\m([a-z]{3,})ois\M', '\1ol', 'g');
        t := regexp_replace(t, '\m([a-z]{2,})ns\M', '\1m', 'g');
      END IF;
      RETURN btrim(t);
    END
    $fn$
  $sql$, home);
END
$do$;
--> statement-breakpoint
-- The same of a file's name: without its ending and the number in front.
CREATE FUNCTION search_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_text(regexp_replace(regexp_replace(name, '\.[A-Za-z0-9]{2,4}\s*$', ''),
  '^\s*(0\d{1,2}\s+|\d{1,3}\s*[._)-]+\s*)+', ''));
--> statement-breakpoint
-- The lexemes of a text in order, without stop words.
CREATE FUNCTION search_lexemes(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(
  SELECT (ts_lexize('pg_catalog.portuguese_stem', word))[1]
  FROM regexp_split_to_table(search_text(value), ' ') WITH ORDINALITY AS t (word, place)
  WHERE ts_lexize('pg_catalog.portuguese_stem', word) <> '{}'
  ORDER BY place
);
--> statement-breakpoint
-- What all tracks of a package share.
CREATE FUNCTION search_home(title text, tags text[], description text, category_id text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(to_tsvector('pg_catalog.portuguese', search_text(title) || ' ' || search_text(join_tags(tags))), 'B')
  || setweight(to_tsvector('pg_catalog.portuguese', search_text(coalesce(description, ''))), 'D')
  || format('%L:1C', 'c' || category_id)::tsvector;
--> statement-breakpoint
-- Makes the documents of tracks equal to the tracks: of all tracks of some packages, or of some tracks. The lock comes
-- first, so that tracks and packages are read after every earlier writer has committed.
CREATE FUNCTION index_tracks(homes text[], changed text[]) RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM 1 FROM packages WHERE id = ANY (homes) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM track_documents d
  WHERE (d.track_id = ANY (changed) OR changed IS NULL AND d.package_id = ANY (homes))
    AND NOT EXISTS (
      SELECT FROM tracks t JOIN packages p ON p.id = t.package_id
      WHERE t.id = d.track_id AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
        AND p.is_active AND p.deleted_at IS NULL
    );
  INSERT INTO track_documents AS d
    (track_id, package_id, category_id, doc, duration_ms, tempo_bpm, loudness_lufs, created_at)
  SELECT t.id, p.id, p.category_id,
    setweight(to_tsvector('pg_catalog.portuguese', search_name(t.name)), 'A') || p.home,
    t.duration_ms, t.tempo_bpm, t.loudness_lufs, p.created_at
  FROM (
    SELECT id, category_id, created_at, search_home(title, tags, description, category_id) AS home
    FROM packages WHERE id = ANY (homes) AND is_active AND deleted_at IS NULL
    OFFSET 0
  ) p
  JOIN tracks t ON t.package_id = p.id
  WHERE (changed IS NULL OR t.id = ANY (changed)) AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
  ON CONFLICT (track_id) DO UPDATE
  SET package_id = excluded.package_id, category_id = excluded.category_id, doc = excluded.doc,
    duration_ms = excluded.duration_ms, tempo_bpm = excluded.tempo_bpm, loudness_lufs = excluded.loudness_lufs
  WHERE (d.package_id, d.category_id, d.doc, d.duration_ms, d.tempo_bpm, d.loudness_lufs) IS DISTINCT FROM
    (excluded.package_id, excluded.category_id, excluded.doc, excluded.duration_ms, excluded.tempo_bpm, excluded.loudness_lufs);
END
$fn$;
--> statement-breakpoint
-- Makes the documents of packages equal to the packages, whose rows the caller has changed or locked.
CREATE FUNCTION index_packages(ids text[]) RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  DELETE FROM package_documents d
  WHERE d.package_id = ANY (ids)
    AND NOT EXISTS (SELECT FROM packages p WHERE p.id = d.package_id AND p.is_active AND p.deleted_at IS NULL);
  INSERT INTO package_documents AS d (package_id, category_id, doc, words)
  SELECT s.id, s.category_id,
    setweight(to_tsvector('pg_catalog.portuguese', s.title), 'A')
      || setweight(to_tsvector('pg_catalog.portuguese', s.tags), 'B')
      || setweight(to_tsvector('pg_catalog.portuguese', s.description), 'C')
      || setweight(to_tsvector('pg_catalog.portuguese', s.names), 'D')
      || format('%L:1C', 'c' || s.category_id)::tsvector,
    ARRAY(
      SELECT DISTINCT word FROM regexp_split_to_table(concat_ws(' ', s.title, s.tags, s.description, s.names), ' ') word
      WHERE word ~ '^[a-z]{3,30}$' ORDER BY word
    )
  FROM (
    SELECT p.id, p.category_id, search_text(p.title) AS title, search_text(join_tags(p.tags)) AS tags,
      search_text(coalesce(p.description, '')) AS description,
      coalesce((
        SELECT string_agg(search_name(t.name), ' ' ORDER BY t.order_index, t.id) FROM tracks t
        WHERE t.package_id = p.id AND t.storage_key IS NOT NULL
      ), '') AS names
    FROM packages p WHERE p.id = ANY (ids) AND p.is_active AND p.deleted_at IS NULL
    OFFSET 0
  ) s
  ON CONFLICT (package_id) DO UPDATE
  SET category_id = excluded.category_id, doc = excluded.doc, words = excluded.words
  WHERE (d.category_id, d.doc, d.words) IS DISTINCT FROM (excluded.category_id, excluded.doc, excluded.words);
END
$fn$;
--> statement-breakpoint
CREATE FUNCTION packages_indexed() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE
  ids text[];
  homes text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM index_packages(ARRAY(SELECT id FROM new_rows));
    RETURN NULL;
  END IF;
  homes := ARRAY(
    SELECT n.id FROM old_rows o JOIN new_rows n USING (id)
    WHERE (o.title, o.tags, o.description, o.category_id, o.is_active, o.deleted_at)
      IS DISTINCT FROM (n.title, n.tags, n.description, n.category_id, n.is_active, n.deleted_at)
  );
  ids := homes || ARRAY(
    SELECT n.id FROM old_rows o JOIN new_rows n USING (id)
    WHERE o.tracks_fold IS DISTINCT FROM n.tracks_fold AND n.id <> ALL (homes)
  );
  IF cardinality(ids) > 0 THEN PERFORM index_packages(ids); END IF;
  IF cardinality(homes) > 0 THEN PERFORM index_tracks(homes, NULL); END IF;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER packages_indexed_new AFTER INSERT ON packages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION packages_indexed();
--> statement-breakpoint
CREATE TRIGGER packages_indexed_changed AFTER UPDATE ON packages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION packages_indexed();
--> statement-breakpoint
CREATE FUNCTION tracks_indexed() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE
  changed text[];
  homes text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id), array_agg(DISTINCT package_id) INTO changed, homes FROM new_rows;
  ELSE
    SELECT array_agg(n.id), array_agg(DISTINCT n.package_id) INTO changed, homes
    FROM old_rows o JOIN new_rows n USING (id)
    WHERE (o.package_id, o.name, o.storage_key IS NULL, o.duration_ms, o.tempo_bpm, o.loudness_lufs)
      IS DISTINCT FROM (n.package_id, n.name, n.storage_key IS NULL, n.duration_ms, n.tempo_bpm, n.loudness_lufs);
  END IF;
  IF changed IS NOT NULL THEN PERFORM index_tracks(homes, changed); END IF;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER tracks_indexed_new AFTER INSERT ON tracks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tracks_indexed();
--> statement-breakpoint
CREATE TRIGGER tracks_indexed_changed AFTER UPDATE ON tracks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tracks_indexed();
--> statement-breakpoint
-- Logs which words packages have gained and lost.
CREATE FUNCTION words_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_word_changes
    SELECT word, count(*) FROM new_rows, unnest(words) word GROUP BY word;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_word_changes
    SELECT word, -count(*) FROM old_rows, unnest(words) word GROUP BY word;
  ELSE
    INSERT INTO search_word_changes
    SELECT word, sum(change) FROM (
      SELECT word, 1 AS change FROM new_rows, unnest(words) word
      UNION ALL SELECT word, -1 FROM old_rows, unnest(words) word
    ) all_changes GROUP BY word HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER words_gained AFTER INSERT ON package_documents REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_changed();
--> statement-breakpoint
CREATE TRIGGER words_swapped AFTER UPDATE ON package_documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_changed();
--> statement-breakpoint
CREATE TRIGGER words_lost AFTER DELETE ON package_documents REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_changed();
--> statement-breakpoint
-- Counts the logged changes into the vocabulary. Stop words stay out. Safe to repeat and at once.
CREATE FUNCTION count_search_words() RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM pg_advisory_xact_lock(7304613);
  WITH taken AS (DELETE FROM search_word_changes RETURNING word, change)
  INSERT INTO search_words AS w (word, lexeme, packages)
  SELECT word, stem[1], amount
  FROM (
    SELECT word, ts_lexize('pg_catalog.portuguese_stem', word) AS stem, sum(change) AS amount
    FROM taken GROUP BY word HAVING sum(change) <> 0
  ) changes
  WHERE stem <> '{}'
  ON CONFLICT (word) DO UPDATE SET packages = w.packages + excluded.packages;
  DELETE FROM search_words WHERE packages <= 0;
END
$fn$;
--> statement-breakpoint
DO $do$
DECLARE home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  EXECUTE format('CREATE INDEX search_words_trigrams ON search_words USING gin (word %s.gin_trgm_ops)', home);
  -- Words of the catalogue that look like a typed one.
  EXECUTE format($sql$
    CREATE FUNCTION search_alike(typed text) RETURNS SETOF search_words LANGUAGE sql STABLE AS $fn$
      SELECT * FROM search_words WHERE word OPERATOR(%1$s.%%) typed
      ORDER BY %1$s.similarity(word, typed) DESC, packages DESC LIMIT 24
    $fn$
  $sql$, home);
END
$do$;
--> statement-breakpoint
-- Visible packages that have a word: as counted, or for a new word as the documents say, up to 50.
CREATE FUNCTION search_frequency(stem text) RETURNS int LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN coalesce(
  (SELECT sum(w.packages) FROM search_words w WHERE w.lexeme = stem),
  (SELECT count(*) FROM (SELECT FROM package_documents d WHERE d.doc @@ plainto_tsquery('pg_catalog.simple', stem) LIMIT 50) s)
);
--> statement-breakpoint
SELECT index_packages(ARRAY(SELECT id FROM packages));
--> statement-breakpoint
SELECT index_tracks(ARRAY(SELECT id FROM packages), NULL);
--> statement-breakpoint
SELECT count_search_words();
--> statement-breakpoint
-- What radio people call by several names, in Portuguese and in the English of sound libraries. Administrators edit it.
INSERT INTO search_synonyms (id, words, kind) VALUES
  ('00000000000000000000000001', ARRAY['trilha', 'trl', 'trilha sonora', 'música', 'mus', 'música de fundo', 'soundtrack', 'music', 'bg', 'background', 'fundo', 'fundo musical', 'cama', 'base', 'base musical', 'instrumental', 'inst'], 'trilhas'),
  ('00000000000000000000000002', ARRAY['efeito', 'efeito sonoro', 'efx', 'sfx', 'fx', 'som', 'barulho', 'ruído', 'sound effect', 'sound'], 'efeitos-sonoros'),
  ('00000000000000000000000003', ARRAY['vinheta', 'vht', 'vh', 'vin', 'vinh', 'jingle', 'jgl'], 'pacotes-vinhetas'),
  ('00000000000000000000000004', ARRAY['programete', 'pgm', 'pgt', 'prog', 'programa pronto', 'boletim gravado'], 'programetes'),
  ('00000000000000000000000005', ARRAY['trilha branca', 'cama branca', 'cama neutra', 'fundo neutro', 'base neutra', 'trilha neutra'], NULL),
  ('00000000000000000000000006', ARRAY['passagem', 'transição', 'whoosh', 'swish', 'swoosh', 'varrida', 'transition'], NULL),
  ('00000000000000000000000007', ARRAY['aplauso', 'palmas', 'salva de palmas', 'applause', 'clap', 'clapping', 'ovação', 'ovation'], NULL),
  ('00000000000000000000000008', ARRAY['abertura', 'abert', 'intro', 'introdução', 'opening', 'opener'], NULL),
  ('00000000000000000000000009', ARRAY['encerramento', 'encerr', 'final', 'fechamento', 'despedida do programa', 'closing', 'outro'], NULL),
  ('00000000000000000000000010', ARRAY['escalada', 'manchete', 'headline', 'destaques'], NULL),
  ('00000000000000000000000011', ARRAY['cortina', 'separador', 'bumper'], NULL),
  ('00000000000000000000000012', ARRAY['sweeper', 'varredura', 'drop'], NULL),
  ('00000000000000000000000013', ARRAY['chamada', 'cham', 'teaser', 'promo', 'anúncio do programa'], NULL),
  ('00000000000000000000000014', ARRAY['spot', 'comercial', 'propaganda', 'publicidade', 'anúncio', 'reclame'], NULL),
  ('00000000000000000000000015', ARRAY['plantão', 'urgente', 'breaking news', 'última hora', 'edição extraordinária', 'notícia urgente'], NULL),
  ('00000000000000000000000016', ARRAY['prefixo', 'identificação', 'station id', 'id', 'assinatura da emissora', 'nome da rádio'], NULL),
  ('00000000000000000000000017', ARRAY['rádio', 'emissora', 'estação', 'radio station', 'fm'], NULL),
  ('00000000000000000000000018', ARRAY['hora certa', 'top de hora', 'top of hour', 'marcação de hora', 'hora cheia'], NULL),
  ('00000000000000000000000019', ARRAY['previsão do tempo', 'meteorologia', 'weather', 'clima', 'boletim do tempo'], NULL),
  ('00000000000000000000000020', ARRAY['intervalo', 'break', 'intervalo comercial', 'voltamos já', 'be right back'], NULL),
  ('00000000000000000000000021', ARRAY['ao vivo', 'live', 'no ar', 'on air'], NULL),
  ('00000000000000000000000022', ARRAY['bip', 'bipe', 'censura', 'censurar', 'censurado', 'beep', 'piii'], NULL),
  ('00000000000000000000000023', ARRAY['notícia', 'jornal', 'jornalismo', 'noticiário', 'news', 'telejornal', 'boletim', 'informativo', 'newsroom', 'repórter'], NULL),
  ('00000000000000000000000024', ARRAY['entrevista', 'bate-papo', 'talk show', 'interview', 'debate'], NULL),
  ('00000000000000000000000025', ARRAY['cantado', 'cantada', 'coral', 'coro', 'a capella', 'vocal', 'choir', 'sung'], NULL),
  ('00000000000000000000000026', ARRAY['voz', 'locução', 'locutor', 'narração', 'voice', 'vocais'], NULL),
  ('00000000000000000000000027', ARRAY['ouvinte', 'participação do ouvinte', 'recado do ouvinte', 'listener'], NULL),
  ('00000000000000000000000028', ARRAY['vinheta a seco', 'sem trilha', 'seca', 'dry'], NULL),
  ('00000000000000000000000029', ARRAY['impacto', 'batida forte', 'pancada', 'hit', 'impact', 'slam'], NULL),
  ('00000000000000000000000030', ARRAY['riser', 'subida', 'build up', 'crescendo', 'uplifter'], NULL),
  ('00000000000000000000000031', ARRAY['descida', 'downlifter', 'queda de tom', 'downer'], NULL),
  ('00000000000000000000000032', ARRAY['suspense', 'tensão', 'mistério', 'suspenso', 'tension', 'mystery', 'thriller'], NULL),
  ('00000000000000000000000033', ARRAY['drone', 'textura', 'ambiência sombria', 'atmosfera'], NULL),
  ('00000000000000000000000034', ARRAY['rádio antigo', 'sintonia', 'chiado', 'static', 'estática', 'tuning'], NULL),
  ('00000000000000000000000035', ARRAY['rebobinar', 'rewind', 'fita voltando'], NULL),
  ('00000000000000000000000036', ARRAY['arranhão de disco', 'scratch', 'vinil'], NULL),
  ('00000000000000000000000037', ARRAY['ambiente', 'ambiência', 'amb', 'ambience', 'ambiance', 'atmosphere', 'room tone'], NULL),
  ('00000000000000000000000038', ARRAY['radionovela', 'dramatização', 'radioteatro', 'foley'], NULL),
  ('00000000000000000000000039', ARRAY['humor', 'comédia', 'engraçado', 'cômico', 'comedy', 'funny', 'piada', 'joke'], NULL),
  ('00000000000000000000000040', ARRAY['oferta', 'promoção', 'desconto', 'liquidação', 'saldão', 'queima de estoque', 'sale', 'clearance', 'feirão', 'bota-fora'], NULL),
  ('00000000000000000000000041', ARRAY['loja', 'varejo', 'comércio', 'lojista', 'retail', 'store'], NULL),
  ('00000000000000000000000042', ARRAY['supermercado', 'mercado', 'varejão', 'hortifruti', 'grocery'], NULL),
  ('00000000000000000000000043', ARRAY['quiz', 'perguntas e respostas', 'jogo de perguntas', 'game show', 'gincana', 'desafio'], NULL),
  ('00000000000000000000000044', ARRAY['resposta certa', 'acerto', 'acertou', 'correct answer', 'right answer'], NULL),
  ('00000000000000000000000045', ARRAY['resposta errada', 'erro', 'errou', 'wrong answer', 'buzzer', 'wrong'], NULL),
  ('00000000000000000000000046', ARRAY['prêmio', 'sorteio', 'premiação', 'ganhador', 'vencedor', 'prize', 'winner', 'jackpot'], NULL),
  ('00000000000000000000000047', ARRAY['suspense de sorteio', 'rufar de tambor', 'rufo', 'drum roll'], NULL),
  ('00000000000000000000000048', ARRAY['festa junina', 'são joão', 'arraial', 'arraiá', 'quadrilha junina', 'junino', 'junina'], NULL),
  ('00000000000000000000000049', ARRAY['natal', 'natalino', 'christmas', 'xmas', 'papai noel', 'noel'], NULL),
  ('00000000000000000000000050', ARRAY['ano novo', 'réveillon', 'virada do ano', 'new year', 'fim de ano'], NULL),
  ('00000000000000000000000051', ARRAY['carnaval', 'folia', 'carnival', 'carnavalesco'], NULL),
  ('00000000000000000000000052', ARRAY['páscoa', 'easter', 'coelhinho'], NULL),
  ('00000000000000000000000053', ARRAY['dia das mães', 'mãe', 'mamãe', 'mother'], NULL),
  ('00000000000000000000000054', ARRAY['dia dos pais', 'pai', 'papai', 'paizão', 'father', 'dad'], NULL),
  ('00000000000000000000000055', ARRAY['dia das crianças', 'criançada'], NULL),
  ('00000000000000000000000056', ARRAY['dia dos namorados', 'namorados', 'valentine', 'apaixonados'], NULL),
  ('00000000000000000000000057', ARRAY['aniversário', 'parabéns', 'birthday', 'happy birthday'], NULL),
  ('00000000000000000000000058', ARRAY['casamento', 'noiva', 'núpcias', 'wedding', 'marcha nupcial'], NULL),
  ('00000000000000000000000059', ARRAY['halloween', 'dia das bruxas', 'bruxa'], NULL),
  ('00000000000000000000000060', ARRAY['independência', 'sete de setembro', 'semana da pátria', 'cívico'], NULL),
  ('00000000000000000000000061', ARRAY['semana santa', 'sexta-feira santa', 'paixão de cristo'], NULL),
  ('00000000000000000000000062', ARRAY['eleição', 'voto', 'apuração', 'urna', 'election', 'político', 'campanha eleitoral'], NULL),
  ('00000000000000000000000063', ARRAY['copa', 'copa do mundo', 'world cup'], NULL),
  ('00000000000000000000000064', ARRAY['formatura', 'colação de grau', 'graduation'], NULL),
  ('00000000000000000000000065', ARRAY['finados', 'luto', 'fúnebre', 'velório', 'funeral'], NULL),
  ('00000000000000000000000066', ARRAY['black friday', 'bf'], NULL),
  ('00000000000000000000000067', ARRAY['verão', 'praia', 'summer', 'beach'], NULL),
  ('00000000000000000000000068', ARRAY['inverno', 'frio', 'winter'], NULL),
  ('00000000000000000000000069', ARRAY['primavera', 'flores', 'spring flowers'], NULL),
  ('00000000000000000000000070', ARRAY['calmo', 'calma', 'suave', 'tranquilo', 'relaxante', 'sereno', 'calm', 'soft', 'relaxing', 'peaceful', 'chill'], NULL),
  ('00000000000000000000000071', ARRAY['alegre', 'feliz', 'animado', 'contente', 'happy', 'upbeat', 'cheerful', 'joyful'], NULL),
  ('00000000000000000000000072', ARRAY['triste', 'melancólico', 'tristeza', 'sad', 'melancholy', 'saudade', 'melancolia'], NULL),
  ('00000000000000000000000073', ARRAY['romântico', 'amor', 'apaixonado', 'romantic', 'love'], NULL),
  ('00000000000000000000000074', ARRAY['épico', 'heroico', 'grandioso', 'triunfal', 'epic', 'heroic', 'vitória', 'triumph'], NULL),
  ('00000000000000000000000075', ARRAY['emocionante', 'emotivo', 'emocional', 'comovente', 'emotional', 'emoção'], NULL),
  ('00000000000000000000000076', ARRAY['terror', 'medo', 'assustador', 'horror', 'sinistro', 'scary', 'assombração', 'assombrado', 'macabro', 'haunted'], NULL),
  ('00000000000000000000000077', ARRAY['agitado', 'dançante', 'enérgico', 'energetic', 'agito'], NULL),
  ('00000000000000000000000078', ARRAY['motivacional', 'inspirador', 'motivação', 'inspirational', 'inspiring', 'motivational'], NULL),
  ('00000000000000000000000079', ARRAY['rápido', 'veloz', 'ligeiro', 'fast', 'quick'], NULL),
  ('00000000000000000000000080', ARRAY['lento', 'devagar', 'slow'], NULL),
  ('00000000000000000000000081', ARRAY['curto', 'curtinho', 'breve', 'short'], NULL),
  ('00000000000000000000000082', ARRAY['longo', 'comprido', 'long'], NULL),
  ('00000000000000000000000083', ARRAY['infantil', 'criança', 'criançada', 'kids', 'children', 'meninada', 'menino', 'menina'], NULL),
  ('00000000000000000000000084', ARRAY['ninar', 'canção de ninar', 'dormir', 'lullaby', 'nana neném', 'acalanto'], NULL),
  ('00000000000000000000000085', ARRAY['corporativo', 'institucional', 'empresarial', 'corporate', 'business'], NULL),
  ('00000000000000000000000086', ARRAY['despedida', 'adeus', 'farewell', 'goodbye'], NULL),
  ('00000000000000000000000087', ARRAY['lembrança', 'recordação', 'memória', 'memory', 'memories'], NULL),
  ('00000000000000000000000088', ARRAY['mensagem', 'reflexão', 'recado'], NULL),
  ('00000000000000000000000089', ARRAY['sonho', 'dream', 'sonhador'], NULL),
  ('00000000000000000000000090', ARRAY['samba', 'pagode'], NULL),
  ('00000000000000000000000091', ARRAY['sertanejo', 'caipira', 'modão', 'moda de viola', 'country brasileiro'], NULL),
  ('00000000000000000000000092', ARRAY['forró', 'xote', 'baião', 'pé de serra', 'arrasta-pé'], NULL),
  ('00000000000000000000000093', ARRAY['gospel', 'louvor', 'adoração', 'oração', 'worship', 'prayer', 'evangélico', 'culto', 'religioso', 'igreja'], NULL),
  ('00000000000000000000000094', ARRAY['rock', 'rock and roll', 'roqueiro'], NULL),
  ('00000000000000000000000095', ARRAY['eletrônica', 'electronic', 'techno', 'house', 'edm', 'dance'], NULL),
  ('00000000000000000000000096', ARRAY['bossa nova', 'bossa'], NULL),
  ('00000000000000000000000097', ARRAY['violão', 'acoustic guitar', 'viola'], NULL),
  ('00000000000000000000000098', ARRAY['guitarra', 'electric guitar', 'guitar'], NULL),
  ('00000000000000000000000099', ARRAY['sanfona', 'acordeão', 'acordeon', 'accordion'], NULL),
  ('00000000000000000000000100', ARRAY['bateria', 'drums'], NULL),
  ('00000000000000000000000101', ARRAY['tambor', 'percussão', 'percussion', 'drum'], NULL),
  ('00000000000000000000000102', ARRAY['flauta', 'flute'], NULL),
  ('00000000000000000000000103', ARRAY['trompete', 'corneta', 'clarim', 'trumpet', 'fanfarra', 'fanfare'], NULL),
  ('00000000000000000000000104', ARRAY['sino', 'badalada', 'bell', 'bells', 'carrilhão'], NULL),
  ('00000000000000000000000105', ARRAY['órgão', 'organ'], NULL),
  ('00000000000000000000000106', ARRAY['orquestra', 'sinfônico', 'orquestral', 'orchestra', 'orchestral'], NULL),
  ('00000000000000000000000107', ARRAY['cordas', 'strings', 'violino', 'violin'], NULL),
  ('00000000000000000000000108', ARRAY['piano', 'teclado'], NULL),
  ('00000000000000000000000109', ARRAY['hip hop', 'rap'], NULL),
  ('00000000000000000000000110', ARRAY['faroeste', 'velho oeste', 'western', 'bangue-bangue'], NULL),
  ('00000000000000000000000111', ARRAY['chuva', 'rain', 'chuvoso', 'garoa', 'chuvisco'], NULL),
  ('00000000000000000000000112', ARRAY['trovão', 'trovoada', 'thunder', 'relâmpago', 'raio', 'lightning'], NULL),
  ('00000000000000000000000113', ARRAY['tempestade', 'temporal', 'storm', 'tormenta', 'thunderstorm'], NULL),
  ('00000000000000000000000114', ARRAY['vento', 'ventania', 'wind', 'vendaval', 'brisa'], NULL),
  ('00000000000000000000000115', ARRAY['mar', 'oceano', 'ondas', 'ocean', 'sea', 'waves', 'onda'], NULL),
  ('00000000000000000000000116', ARRAY['rio', 'riacho', 'córrego', 'river', 'stream', 'creek'], NULL),
  ('00000000000000000000000117', ARRAY['cachoeira', 'cascata', 'waterfall', 'queda d''água'], NULL),
  ('00000000000000000000000118', ARRAY['floresta', 'mata', 'bosque', 'selva', 'forest', 'jungle'], NULL),
  ('00000000000000000000000119', ARRAY['fogo', 'fogueira', 'fire', 'incêndio', 'lareira', 'chamas'], NULL),
  ('00000000000000000000000120', ARRAY['água', 'water'], NULL),
  ('00000000000000000000000121', ARRAY['gota', 'pingo', 'pingando', 'goteira', 'drip', 'drop of water'], NULL),
  ('00000000000000000000000122', ARRAY['noite', 'noturno', 'night', 'madrugada'], NULL),
  ('00000000000000000000000123', ARRAY['manhã', 'amanhecer', 'morning', 'alvorada', 'aurora'], NULL),
  ('00000000000000000000000124', ARRAY['terremoto', 'earthquake', 'tremor'], NULL),
  ('00000000000000000000000125', ARRAY['fazenda', 'roça', 'sítio', 'campo', 'farm', 'rural'], NULL),
  ('00000000000000000000000126', ARRAY['cachorro', 'cão', 'dog', 'cães', 'cachorrinho', 'puppy'], NULL),
  ('00000000000000000000000127', ARRAY['latido', 'latindo', 'latir', 'bark', 'barking'], NULL),
  ('00000000000000000000000128', ARRAY['gato', 'cat', 'miado', 'miando', 'meow', 'felino'], NULL),
  ('00000000000000000000000129', ARRAY['galo', 'rooster', 'galo cantando'], NULL),
  ('00000000000000000000000130', ARRAY['galinha', 'chicken', 'hen', 'pintinho', 'chick'], NULL),
  ('00000000000000000000000131', ARRAY['vaca', 'boi', 'cow', 'bezerro', 'gado', 'mugido', 'moo'], NULL),
  ('00000000000000000000000132', ARRAY['cavalo', 'horse', 'galope', 'relincho', 'trote'], NULL),
  ('00000000000000000000000133', ARRAY['porco', 'pig'], NULL),
  ('00000000000000000000000134', ARRAY['ovelha', 'sheep', 'cabrito', 'cabra', 'goat'], NULL),
  ('00000000000000000000000135', ARRAY['pássaro', 'passarinho', 'ave', 'bird', 'birds', 'passarinhada'], NULL),
  ('00000000000000000000000136', ARRAY['pato', 'duck'], NULL),
  ('00000000000000000000000137', ARRAY['lobo', 'wolf', 'uivo', 'uivando', 'howl'], NULL),
  ('00000000000000000000000138', ARRAY['leão', 'lion', 'rugido', 'roar'], NULL),
  ('00000000000000000000000139', ARRAY['sapo', 'rã', 'frog', 'coaxar'], NULL),
  ('00000000000000000000000140', ARRAY['grilo', 'cricket', 'crickets'], NULL),
  ('00000000000000000000000141', ARRAY['cigarra', 'cicada'], NULL),
  ('00000000000000000000000142', ARRAY['abelha', 'bee', 'zumbido', 'buzz'], NULL),
  ('00000000000000000000000143', ARRAY['mosca', 'fly'], NULL),
  ('00000000000000000000000144', ARRAY['mosquito', 'pernilongo'], NULL),
  ('00000000000000000000000145', ARRAY['macaco', 'monkey'], NULL),
  ('00000000000000000000000146', ARRAY['elefante', 'elephant'], NULL),
  ('00000000000000000000000147', ARRAY['cobra', 'snake', 'serpente'], NULL),
  ('00000000000000000000000148', ARRAY['burro', 'jumento', 'donkey'], NULL),
  ('00000000000000000000000149', ARRAY['morcego', 'bat'], NULL),
  ('00000000000000000000000150', ARRAY['coruja', 'owl'], NULL),
  ('00000000000000000000000151', ARRAY['animal', 'bicho', 'bicharada', 'animals'], NULL),
  ('00000000000000000000000152', ARRAY['risada', 'riso', 'gargalhada', 'rir', 'laugh', 'laughing', 'laughter', 'rindo'], NULL),
  ('00000000000000000000000153', ARRAY['choro', 'chorando', 'chorar', 'cry', 'crying', 'soluço'], NULL),
  ('00000000000000000000000154', ARRAY['bebê', 'neném', 'baby', 'recém-nascido'], NULL),
  ('00000000000000000000000155', ARRAY['grito', 'gritando', 'gritar', 'scream', 'shout', 'yell', 'berro'], NULL),
  ('00000000000000000000000156', ARRAY['multidão', 'público', 'crowd', 'plateia', 'galera', 'audiência', 'audience'], NULL),
  ('00000000000000000000000157', ARRAY['torcida', 'arquibancada', 'crowd cheering', 'torcedor'], NULL),
  ('00000000000000000000000158', ARRAY['vaia', 'boo', 'booing'], NULL),
  ('00000000000000000000000159', ARRAY['passos', 'footsteps', 'andando', 'caminhando', 'walking', 'pisada', 'steps'], NULL),
  ('00000000000000000000000160', ARRAY['correr', 'correndo', 'corrida', 'run', 'running'], NULL),
  ('00000000000000000000000161', ARRAY['tosse', 'tossindo', 'cough'], NULL),
  ('00000000000000000000000162', ARRAY['espirro', 'sneeze'], NULL),
  ('00000000000000000000000163', ARRAY['ronco', 'roncando', 'snore', 'snoring'], NULL),
  ('00000000000000000000000164', ARRAY['beijo', 'kiss'], NULL),
  ('00000000000000000000000165', ARRAY['respiração', 'ofegante', 'breath', 'breathing'], NULL),
  ('00000000000000000000000166', ARRAY['batimento', 'coração', 'coração batendo', 'heartbeat', 'heart'], NULL),
  ('00000000000000000000000167', ARRAY['assobio', 'assovio', 'whistle', 'apito'], NULL),
  ('00000000000000000000000168', ARRAY['sussurro', 'cochicho', 'whisper'], NULL),
  ('00000000000000000000000169', ARRAY['suspiro', 'sigh'], NULL),
  ('00000000000000000000000170', ARRAY['bocejo', 'yawn'], NULL),
  ('00000000000000000000000171', ARRAY['arroto', 'burp'], NULL),
  ('00000000000000000000000172', ARRAY['comer', 'mastigar', 'mordida', 'eating', 'chew', 'bite'], NULL),
  ('00000000000000000000000173', ARRAY['beber', 'gole', 'drink', 'drinking'], NULL),
  ('00000000000000000000000174', ARRAY['estalo de dedos', 'finger snap', 'estalar'], NULL),
  ('00000000000000000000000175', ARRAY['comemoração', 'comemorando', 'festa', 'celebração', 'cheer', 'party', 'celebration'], NULL),
  ('00000000000000000000000176', ARRAY['brincar', 'brincando', 'brincadeira', 'playing', 'play'], NULL),
  ('00000000000000000000000177', ARRAY['assustado', 'susto', 'jump scare', 'gasp'], NULL),
  ('00000000000000000000000178', ARRAY['porta', 'door', 'portão', 'gate'], NULL),
  ('00000000000000000000000179', ARRAY['batendo', 'batida', 'bater', 'slam', 'knock', 'knocking'], NULL),
  ('00000000000000000000000180', ARRAY['rangendo', 'rangido', 'ranger', 'creak', 'creaky', 'squeak'], NULL),
  ('00000000000000000000000181', ARRAY['abrindo', 'abrir', 'open', 'opening door'], NULL),
  ('00000000000000000000000182', ARRAY['fechando', 'fechar', 'close', 'shut'], NULL),
  ('00000000000000000000000183', ARRAY['campainha', 'doorbell', 'ding dong', 'interfone'], NULL),
  ('00000000000000000000000184', ARRAY['telefone', 'phone', 'telephone', 'ring', 'ringtone', 'celular', 'cellphone'], NULL),
  ('00000000000000000000000185', ARRAY['tocando', 'toque', 'ringing'], NULL),
  ('00000000000000000000000186', ARRAY['relógio', 'clock', 'tic-tac', 'tique-taque', 'ticking', 'cronômetro', 'timer'], NULL),
  ('00000000000000000000000187', ARRAY['despertador', 'alarm clock'], NULL),
  ('00000000000000000000000188', ARRAY['alarme', 'alarm', 'sirene de alarme'], NULL),
  ('00000000000000000000000189', ARRAY['janela', 'window'], NULL),
  ('00000000000000000000000190', ARRAY['vidro', 'glass', 'vidraça'], NULL),
  ('00000000000000000000000191', ARRAY['quebrando', 'quebrado', 'quebrar', 'estilhaço', 'break', 'breaking', 'smash', 'shatter', 'crash'], NULL),
  ('00000000000000000000000192', ARRAY['queda', 'caindo', 'cair', 'tombo', 'fall', 'falling'], NULL),
  ('00000000000000000000000193', ARRAY['escada', 'stairs', 'degrau'], NULL),
  ('00000000000000000000000194', ARRAY['gaveta', 'drawer'], NULL),
  ('00000000000000000000000195', ARRAY['cadeira', 'chair'], NULL),
  ('00000000000000000000000196', ARRAY['cozinha', 'panela', 'kitchen', 'cooking'], NULL),
  ('00000000000000000000000197', ARRAY['fritura', 'fritando', 'frigideira', 'frying', 'sizzle'], NULL),
  ('00000000000000000000000198', ARRAY['liquidificador', 'blender', 'batedeira', 'mixer'], NULL),
  ('00000000000000000000000199', ARRAY['micro-ondas', 'microwave'], NULL),
  ('00000000000000000000000200', ARRAY['geladeira', 'fridge', 'refrigerador'], NULL),
  ('00000000000000000000000201', ARRAY['chaleira', 'kettle', 'boiling', 'fervendo'], NULL),
  ('00000000000000000000000202', ARRAY['copo', 'taça', 'cup', 'cálice'], NULL),
  ('00000000000000000000000203', ARRAY['garrafa', 'rolha', 'bottle', 'cork'], NULL),
  ('00000000000000000000000204', ARRAY['torneira', 'tap', 'faucet'], NULL),
  ('00000000000000000000000205', ARRAY['chuveiro', 'banho', 'shower'], NULL),
  ('00000000000000000000000206', ARRAY['descarga', 'toilet flush', 'privada'], NULL),
  ('00000000000000000000000207', ARRAY['aspirador', 'vacuum cleaner'], NULL),
  ('00000000000000000000000208', ARRAY['máquina de lavar', 'washing machine'], NULL),
  ('00000000000000000000000209', ARRAY['ventilador', 'fan'], NULL),
  ('00000000000000000000000210', ARRAY['secador', 'hair dryer'], NULL),
  ('00000000000000000000000211', ARRAY['teclado de computador', 'digitando', 'digitação', 'keyboard', 'typing'], NULL),
  ('00000000000000000000000212', ARRAY['mouse', 'clique', 'click'], NULL),
  ('00000000000000000000000213', ARRAY['papel', 'folha', 'página', 'paper', 'page turn'], NULL),
  ('00000000000000000000000214', ARRAY['caneta', 'lápis', 'writing', 'escrevendo'], NULL),
  ('00000000000000000000000215', ARRAY['moeda', 'dinheiro', 'coin', 'coins', 'money', 'cash'], NULL),
  ('00000000000000000000000216', ARRAY['caixa registradora', 'cash register', 'ca-ching'], NULL),
  ('00000000000000000000000217', ARRAY['câmera', 'foto', 'camera shutter', 'fotografia'], NULL),
  ('00000000000000000000000218', ARRAY['televisão', 'tv', 'controle remoto'], NULL),
  ('00000000000000000000000219', ARRAY['interruptor', 'switch', 'tomada'], NULL),
  ('00000000000000000000000220', ARRAY['chave', 'key', 'fechadura', 'lock', 'cadeado'], NULL),
  ('00000000000000000000000221', ARRAY['martelo', 'hammer', 'martelada'], NULL),
  ('00000000000000000000000222', ARRAY['serra', 'serrote', 'saw', 'motosserra', 'chainsaw'], NULL),
  ('00000000000000000000000223', ARRAY['furadeira', 'drill', 'broca'], NULL),
  ('00000000000000000000000224', ARRAY['máquina', 'machine', 'motor', 'engine'], NULL),
  ('00000000000000000000000225', ARRAY['tesoura', 'scissors'], NULL),
  ('00000000000000000000000226', ARRAY['vassoura', 'varrer', 'broom'], NULL),
  ('00000000000000000000000227', ARRAY['carro', 'car', 'automóvel', 'veículo', 'auto'], NULL),
  ('00000000000000000000000228', ARRAY['buzina', 'horn', 'buzinando', 'honk'], NULL),
  ('00000000000000000000000229', ARRAY['freada', 'freando', 'frear', 'freio', 'brake', 'skid', 'derrapagem', 'derrapando', 'cantada de pneu'], NULL),
  ('00000000000000000000000230', ARRAY['batida de carro', 'acidente', 'colisão', 'car crash'], NULL),
  ('00000000000000000000000231', ARRAY['moto', 'motocicleta', 'motorcycle'], NULL),
  ('00000000000000000000000232', ARRAY['caminhão', 'truck', 'carreta'], NULL),
  ('00000000000000000000000233', ARRAY['ônibus', 'bus'], NULL),
  ('00000000000000000000000234', ARRAY['trem', 'train', 'locomotiva', 'ferrovia'], NULL),
  ('00000000000000000000000235', ARRAY['metrô', 'subway'], NULL),
  ('00000000000000000000000236', ARRAY['avião', 'airplane', 'plane', 'aeronave', 'jet', 'jato'], NULL),
  ('00000000000000000000000237', ARRAY['helicóptero', 'helicopter'], NULL),
  ('00000000000000000000000238', ARRAY['barco', 'navio', 'boat', 'ship', 'lancha'], NULL),
  ('00000000000000000000000239', ARRAY['bicicleta', 'bike', 'bicycle'], NULL),
  ('00000000000000000000000240', ARRAY['trânsito', 'tráfego', 'traffic', 'engarrafamento'], NULL),
  ('00000000000000000000000241', ARRAY['sirene', 'siren', 'giroflex'], NULL),
  ('00000000000000000000000242', ARRAY['polícia', 'police', 'viatura', 'policial'], NULL),
  ('00000000000000000000000243', ARRAY['ambulância', 'ambulance', 'samu'], NULL),
  ('00000000000000000000000244', ARRAY['bombeiro', 'firefighter', 'fire truck'], NULL),
  ('00000000000000000000000245', ARRAY['rua', 'avenida', 'street', 'cidade', 'urbano', 'city'], NULL),
  ('00000000000000000000000246', ARRAY['foguete', 'rocket'], NULL),
  ('00000000000000000000000247', ARRAY['tiro', 'disparo', 'gunshot', 'gun shot', 'shot', 'bala', 'revólver', 'gun'], NULL),
  ('00000000000000000000000248', ARRAY['metralhadora', 'machine gun', 'rajada'], NULL),
  ('00000000000000000000000249', ARRAY['explosão', 'bomba', 'explosion', 'bomb', 'boom', 'estouro', 'detonação'], NULL),
  ('00000000000000000000000250', ARRAY['fogos', 'fogos de artifício', 'rojão', 'firework', 'fireworks'], NULL),
  ('00000000000000000000000251', ARRAY['guerra', 'batalha', 'war', 'battle', 'combate'], NULL),
  ('00000000000000000000000252', ARRAY['espada', 'sword'], NULL),
  ('00000000000000000000000253', ARRAY['laser', 'nave', 'espacial', 'spaceship', 'space', 'espaço'], NULL),
  ('00000000000000000000000254', ARRAY['robô', 'robot', 'ciborgue'], NULL),
  ('00000000000000000000000255', ARRAY['computador', 'computer', 'digital'], NULL),
  ('00000000000000000000000256', ARRAY['videogame', 'game', '8 bits', 'arcade', 'fliperama'], NULL),
  ('00000000000000000000000257', ARRAY['tecnologia', 'tecnológico', 'tech', 'technology', 'ciência', 'inovação'], NULL),
  ('00000000000000000000000258', ARRAY['futebol', 'soccer', 'football', 'jogo de bola'], NULL),
  ('00000000000000000000000259', ARRAY['gol', 'goal', 'golaço'], NULL),
  ('00000000000000000000000260', ARRAY['estádio', 'stadium'], NULL),
  ('00000000000000000000000261', ARRAY['esporte', 'esportivo', 'esportiva', 'sports', 'sport', 'jornada esportiva'], NULL),
  ('00000000000000000000000262', ARRAY['apito do juiz', 'referee whistle', 'juiz', 'árbitro'], NULL),
  ('00000000000000000000000263', ARRAY['vôlei', 'basquete', 'quadra', 'volleyball', 'basketball'], NULL),
  ('00000000000000000000000264', ARRAY['academia', 'treino', 'fitness', 'workout', 'gym'], NULL),
  ('00000000000000000000000265', ARRAY['saúde', 'medicina', 'médico', 'health', 'bem-estar'], NULL),
  ('00000000000000000000000266', ARRAY['receita', 'culinária', 'recipe', 'cozinhar'], NULL),
  ('00000000000000000000000267', ARRAY['agro', 'agricultura', 'agronegócio', 'lavoura', 'agrícola'], NULL),
  ('00000000000000000000000268', ARRAY['educação', 'escola', 'school', 'aula', 'estudante'], NULL),
  ('00000000000000000000000269', ARRAY['trabalho', 'emprego', 'escritório', 'office', 'work'], NULL),
  ('00000000000000000000000270', ARRAY['economia', 'finanças', 'finance', 'dinheiro no bolso'], NULL),
  ('00000000000000000000000271', ARRAY['horóscopo', 'astrologia', 'signo', 'astral'], NULL),
  ('00000000000000000000000272', ARRAY['curiosidade', 'você sabia', 'curiosidades', 'trivia'], NULL),
  ('00000000000000000000000273', ARRAY['história', 'historical', 'histórico', 'history'], NULL),
  ('00000000000000000000000274', ARRAY['viagem', 'turismo', 'travel', 'trip'], NULL),
  ('00000000000000000000000275', ARRAY['restaurante', 'bar', 'lanchonete', 'pizzaria'], NULL),
  ('00000000000000000000000276', ARRAY['farmácia', 'drogaria', 'pharmacy'], NULL),
  ('00000000000000000000000277', ARRAY['carros usados', 'concessionária', 'seminovos', 'car dealer'], NULL),
  ('00000000000000000000000278', ARRAY['moda', 'boutique', 'fashion'], NULL),
  ('00000000000000000000000279', ARRAY['móveis', 'eletrodomésticos', 'furniture'], NULL),
  ('00000000000000000000000280', ARRAY['imóvel', 'imobiliária', 'construtora', 'real estate'], NULL),
  ('00000000000000000000000281', ARRAY['meio ambiente', 'ecologia', 'sustentabilidade', 'natureza', 'nature'], NULL),
  ('00000000000000000000000282', ARRAY['trânsito seguro', 'lei seca'], NULL),
  ('00000000000000000000000283', ARRAY['bom dia', 'good morning'], NULL),
  ('00000000000000000000000284', ARRAY['boa tarde', 'good afternoon'], NULL),
  ('00000000000000000000000285', ARRAY['boa noite', 'good night'], NULL),
  ('00000000000000000000000286', ARRAY['magia', 'mágico', 'magic', 'encanto', 'fada', 'varinha', 'sparkle', 'brilho'], NULL),
  ('00000000000000000000000287', ARRAY['desenho animado', 'cartoon', 'desenho'], NULL),
  ('00000000000000000000000288', ARRAY['erro de sistema', 'glitch', 'falha', 'defeito'], NULL),
  ('00000000000000000000000289', ARRAY['explosão de risos', 'claque', 'risada de auditório'], NULL),
  ('00000000000000000000000290', ARRAY['contagem regressiva', 'countdown', 'contagem'], NULL),
  ('00000000000000000000000291', ARRAY['surpresa', 'surprise', 'tcharam', 'ta-da'], NULL),
  ('00000000000000000000000292', ARRAY['deboche', 'fracasso', 'fail', 'trombone triste'], NULL),
  ('00000000000000000000000293', ARRAY['herói', 'hero', 'super-herói'], NULL),
  ('00000000000000000000000294', ARRAY['detetive', 'investigação', 'crime', 'policial investigativo', 'investigation', 'detective'], NULL),
  ('00000000000000000000000295', ARRAY['perseguição', 'chase', 'fuga'], NULL),
  ('00000000000000000000000296', ARRAY['indígena', 'índio', 'tribal'], NULL),
  ('00000000000000000000000297', ARRAY['africano', 'áfrica', 'afro'], NULL),
  ('00000000000000000000000298', ARRAY['árabe', 'oriental', 'oriente'], NULL),
  ('00000000000000000000000299', ARRAY['japonês', 'japão', 'china', 'chinês', 'asiático'], NULL),
  ('00000000000000000000000300', ARRAY['mexicano', 'latino', 'mariachi'], NULL),
  ('00000000000000000000000301', ARRAY['italiano', 'tarantela'], NULL);
