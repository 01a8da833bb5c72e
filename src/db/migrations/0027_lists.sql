CREATE TABLE "kept_figures" (
	"name" text PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "favorites_user";--> statement-breakpoint
DROP INDEX "payments_paid";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_fold" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "packages_shelf" ON "packages" USING btree ("category_id","order_index","id") WHERE is_active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "packages_tags" ON "packages" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "packages_order" ON "packages" USING btree ("order_index","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "packages_tracks" ON "packages" USING btree ((-track_count),"order_index","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "packages_inactive" ON "packages" USING btree ("order_index","id") WHERE deleted_at is null and not is_active;--> statement-breakpoint
CREATE INDEX "packages_featured" ON "packages" USING btree ("order_index","id") WHERE deleted_at is null and is_featured;--> statement-breakpoint
CREATE INDEX "packages_empty" ON "packages" USING btree ("order_index","id") WHERE deleted_at is null and track_count = 0;--> statement-breakpoint
CREATE INDEX "packages_deleted" ON "packages" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "favorites_newest" ON "favorites" USING btree ("user_id","favorite_type","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_refunded" ON "payments" USING btree ("refunded_at","refunded_cents") WHERE refunded_at is not null;--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree ("failed_at","amount_cents") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at","amount_cents");--> statement-breakpoint
CREATE INDEX packages_titles ON packages (title COLLATE pt_br, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
-- users.search_fold: e-mail and display name, one a line, as search compares text.
CREATE FUNCTION user_search_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  NEW.search_fold := fold(NEW.email || E'\n' || coalesce((SELECT display_name FROM profiles WHERE user_id = NEW.id), ''));
  RETURN NEW;
END
$fn$;
--> statement-breakpoint
CREATE FUNCTION profile_search_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  UPDATE users SET search_fold = fold(email || E'\n' || NEW.display_name) WHERE id = NEW.user_id;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER users_search BEFORE INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION user_search_changed();
--> statement-breakpoint
CREATE TRIGGER profiles_search AFTER INSERT OR UPDATE OF display_name ON profiles
  FOR EACH ROW EXECUTE FUNCTION profile_search_changed();
--> statement-breakpoint
UPDATE users u SET search_fold = fold(u.email || E'\n' || coalesce(
  (SELECT p.display_name FROM profiles p WHERE p.user_id = u.id), ''));
--> statement-breakpoint
DROP INDEX users_email_trigrams;
--> statement-breakpoint
DROP INDEX profiles_display_name_fold;
--> statement-breakpoint
DO $do$
DECLARE
  home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  EXECUTE format('CREATE INDEX users_search_fold ON users USING gin (search_fold %s.gin_trgm_ops)', home);
END
$do$;
--> statement-breakpoint
CREATE INDEX packages_shelf_titles ON packages (category_id, title COLLATE pt_br, id) WHERE is_active AND deleted_at IS NULL;
