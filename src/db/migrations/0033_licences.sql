CREATE TABLE "licence_texts" (
	"sha256" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licences" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"cause" text NOT NULL,
	"subject" text NOT NULL,
	"licensee" text NOT NULL,
	"document" text,
	"city" text,
	"state" text,
	"station_kind" text,
	"licence_version" text NOT NULL,
	"text_sha256" text NOT NULL,
	"tracks" jsonb NOT NULL,
	"hashes" text[] NOT NULL,
	"content_key" text,
	"issued_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_reason" text,
	"licensee_fold" text GENERATED ALWAYS AS (fold(licensee)) STORED
);
--> statement-breakpoint
CREATE TABLE "stations" (
	"user_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"document" text,
	"city" text,
	"state" text,
	"kind" text
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "licence_id" text;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_text_sha256_licence_texts_sha256_fk" FOREIGN KEY ("text_sha256") REFERENCES "public"."licence_texts"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stations" ADD CONSTRAINT "stations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "licences_newest" ON "licences" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "licences_user" ON "licences" USING btree ("user_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "licences_document" ON "licences" USING btree ("document") WHERE document is not null;--> statement-breakpoint
CREATE INDEX "licences_hashes" ON "licences" USING gin ("hashes");--> statement-breakpoint
DO $do$
DECLARE
  home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  EXECUTE format('CREATE INDEX licences_licensee ON licences USING gin (licensee_fold %s.gin_trgm_ops)', home);
END
$do$;--> statement-breakpoint
CREATE INDEX "licences_content" ON "licences" USING btree ("content_key","issued_at") WHERE content_key is not null;--> statement-breakpoint
CREATE INDEX "downloads_package" ON "downloads" USING btree ("package_id","created_at","id");