CREATE TABLE "search_misses" (
	"term" text PRIMARY KEY NOT NULL,
	"searches" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
-- 'porta batendo forte' is no impact: the stemmer reads both alike.
UPDATE "search_synonyms" SET "words" = array_remove("words", 'batida forte') WHERE 'batida forte' = ANY ("words");
