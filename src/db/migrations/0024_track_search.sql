CREATE TABLE "package_documents" (
	"package_id" text PRIMARY KEY NOT NULL,
	"category_id" text NOT NULL,
	"doc" "tsvector" NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" text PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL,
	"kind" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_word_changes" (
	"word" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"lexeme" text NOT NULL,
	"packages" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_documents" (
	"track_id" text PRIMARY KEY NOT NULL,
	"package_id" text NOT NULL,
	"category_id" text NOT NULL,
	"doc" "tsvector" NOT NULL,
	"duration_ms" integer,
	"tempo_bpm" real,
	"loudness_lufs" real,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "catalogue_key" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "catalogue_key" text;--> statement-breakpoint
ALTER TABLE "package_documents" ADD CONSTRAINT "package_documents_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_documents" ADD CONSTRAINT "track_documents_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "package_documents_doc" ON "package_documents" USING gin ("doc") WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "search_words_lexeme" ON "search_words" USING btree ("lexeme");--> statement-breakpoint
CREATE INDEX "track_documents_doc" ON "track_documents" USING gin ("doc") WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "track_documents_package" ON "track_documents" USING btree ("package_id");--> statement-breakpoint
CREATE INDEX "track_documents_newest" ON "track_documents" USING btree ("created_at","track_id");--> statement-breakpoint
CREATE INDEX "track_documents_duration" ON "track_documents" USING btree ("duration_ms","track_id");--> statement-breakpoint
CREATE INDEX "track_documents_tempo" ON "track_documents" USING btree ("tempo_bpm","track_id");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_catalogue_key" ON "packages" USING btree ("catalogue_key") WHERE catalogue_key is not null;