CREATE TABLE "tag_groups" (
	"name" text PRIMARY KEY NOT NULL,
	"tags" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "tag_groups" ("name", "tags") VALUES
	('genero', array['samba', 'pagode', 'bossa nova', 'mpb', 'sertanejo', 'forró', 'baião', 'xote', 'axé', 'frevo', 'choro', 'funk', 'rock', 'pop', 'hip hop', 'rap', 'reggae', 'jazz', 'blues', 'country', 'gospel', 'eletrônica', 'eletrônico', 'house', 'lounge', 'lo-fi', 'clássica', 'orquestra', 'orquestral', 'acústico', 'acústica', 'piano', 'violão']),
	('clima', array['alegre', 'feliz', 'animada', 'animado', 'calma', 'calmo', 'tranquila', 'relaxante', 'triste', 'melancólica', 'romântica', 'romântico', 'suspense', 'tensa', 'tensão', 'mistério', 'misterioso', 'épica', 'épico', 'dramática', 'inspiradora', 'motivacional', 'divertida', 'engraçado', 'nostálgica', 'sombria', 'terror']),
	('uso', array['abertura', 'encerramento', 'transição', 'fundo', 'vinheta', 'chamada', 'jornalismo', 'notícia', 'plantão', 'esporte', 'futebol', 'economia', 'previsão do tempo', 'trânsito', 'hora certa', 'bom dia', 'madrugada', 'programação', 'promoção', 'publicidade', 'entrevista', 'podcast', 'radionovela', 'natal', 'são joão', 'carnaval', 'festas']);
