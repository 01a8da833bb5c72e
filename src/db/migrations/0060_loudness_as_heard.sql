DROP INDEX "tracks_unmeasured";--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "analysis_failed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "tracks_unmeasured" ON "tracks" USING btree ("id") WHERE analysis < 6;