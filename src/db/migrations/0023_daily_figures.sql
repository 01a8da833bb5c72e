CREATE TABLE "daily_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"plays" integer DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "packages_drafts" ON "packages" USING btree ("created_at","order_index","id") WHERE is_draft and deleted_at is null;--> statement-breakpoint
CREATE INDEX "recording_requests_due" ON "recording_requests" USING btree ("due_at") WHERE status in ('pending', 'in_progress');--> statement-breakpoint
CREATE FUNCTION downloads_added() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  INSERT INTO daily_figures (day, downloads)
  SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date, count(*) FROM new_rows GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET downloads = daily_figures.downloads + excluded.downloads;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER downloads_counted AFTER INSERT ON downloads REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION downloads_added();
--> statement-breakpoint
INSERT INTO daily_figures (day, downloads)
SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date, count(*) FROM downloads GROUP BY 1;
