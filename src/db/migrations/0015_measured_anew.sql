DROP INDEX "tracks_unmeasured";--> statement-breakpoint
CREATE INDEX "tracks_unmeasured" ON "tracks" USING btree ("id") WHERE analysis < 3;