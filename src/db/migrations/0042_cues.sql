DROP INDEX "tracks_unmeasured";--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "cues" integer[];--> statement-breakpoint
CREATE INDEX "tracks_unmeasured" ON "tracks" USING btree ("id") WHERE analysis < 5;