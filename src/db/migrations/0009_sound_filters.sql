ALTER TABLE "packages" ADD COLUMN "sound_classes" bit(96) DEFAULT 0::bit(96) NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "analysis" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "tracks_unmeasured" ON "tracks" USING btree ("id") WHERE analysis < 2;