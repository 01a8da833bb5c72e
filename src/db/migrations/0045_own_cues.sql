CREATE TABLE "own_cues" (
	"user_id" text NOT NULL,
	"track_id" text NOT NULL,
	"content_hash" text,
	"start_ms" integer,
	"intro_ms" integer,
	"end_ms" integer,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "own_cues_user_id_track_id_pk" PRIMARY KEY("user_id","track_id")
);
--> statement-breakpoint
ALTER TABLE "own_cues" ADD CONSTRAINT "own_cues_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_cues" ADD CONSTRAINT "own_cues_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_cues_track" ON "own_cues" USING btree ("track_id");