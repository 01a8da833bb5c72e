CREATE TABLE "project_tracks" (
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"track_id" text NOT NULL,
	"package_id" text NOT NULL,
	"track_name" text NOT NULL,
	"package_title" text NOT NULL,
	"order_index" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "project_tracks_project_id_track_id_pk" PRIMARY KEY("project_id","track_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"archived_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "project_tracks" ADD CONSTRAINT "project_tracks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tracks" ADD CONSTRAINT "project_tracks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_tracks_user" ON "project_tracks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_tracks_removed" ON "project_tracks" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "projects_newest" ON "projects" USING btree ("user_id","changed_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "projects_deleted" ON "projects" USING btree ("deleted_at") WHERE deleted_at is not null;