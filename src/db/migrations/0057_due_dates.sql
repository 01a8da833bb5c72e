ALTER TABLE "payments" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
-- The default answer that administrators have saved with their own: it left out days on which the clock stops (A-159).
WITH changed AS (
  SELECT section_name, version, content, updated_at, updated_by FROM page_content
  WHERE section_name = 'faq' AND content::text LIKE '%O prazo corre de segunda a sexta-feira, fora feriados nacionais. %'
  FOR UPDATE
), kept AS (
  INSERT INTO page_content_history (id, section_name, version, content, saved_at, saved_by)
  SELECT gen_random_uuid()::text, section_name, version, content, updated_at, updated_by FROM changed
)
UPDATE page_content SET version = page_content.version + 1, updated_at = now(),
  content = replace(page_content.content::text,
    'O prazo corre de segunda a sexta-feira, fora feriados nacionais. ',
    'O prazo corre de segunda a sexta-feira, fora feriados nacionais, segunda e terça-feira de Carnaval e Corpus Christi. '
  )::jsonb
FROM changed WHERE page_content.section_name = changed.section_name;
