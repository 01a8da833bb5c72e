ALTER TABLE "packages" ADD COLUMN "place" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
-- Packages of the version before this one have no place.
CREATE FUNCTION place_package() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF NEW.place = '' THEN NEW.place := NEW.id; END IF;
  RETURN NEW;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER packages_place BEFORE INSERT ON packages FOR EACH ROW EXECUTE FUNCTION place_package();
--> statement-breakpoint
DO $do$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    SELECT array_agg(id), max(id) INTO ids, last
    FROM (SELECT id FROM packages WHERE id > last ORDER BY id LIMIT 500) AS part;
    EXIT WHEN ids IS NULL;
    UPDATE packages SET place = id WHERE id = ANY (ids);
  END LOOP;
END
$do$;
--> statement-breakpoint
DROP INDEX "packages_category";--> statement-breakpoint
DROP INDEX "packages_shelf";--> statement-breakpoint
DROP INDEX "packages_order";--> statement-breakpoint
DROP INDEX "packages_inactive";--> statement-breakpoint
DROP INDEX "packages_featured";--> statement-breakpoint
DROP INDEX "packages_empty";--> statement-breakpoint
CREATE INDEX "packages_category" ON "packages" USING btree ("category_id","order_index","place","id");--> statement-breakpoint
CREATE INDEX "packages_shelf" ON "packages" USING btree ("category_id","order_index","place","id") WHERE is_active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "packages_order" ON "packages" USING btree ("order_index","place","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "packages_inactive" ON "packages" USING btree ("order_index","place","id") WHERE deleted_at is null and not is_active;--> statement-breakpoint
CREATE INDEX "packages_featured" ON "packages" USING btree ("order_index","place","id") WHERE deleted_at is null and is_featured;--> statement-breakpoint
CREATE INDEX "packages_empty" ON "packages" USING btree ("order_index","place","id") WHERE deleted_at is null and track_count = 0;