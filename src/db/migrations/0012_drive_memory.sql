CREATE TABLE "removed_drive_files" (
	"package_id" text NOT NULL,
	"drive_file_id" text NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_drive_files_package_id_drive_file_id_pk" PRIMARY KEY("package_id","drive_file_id")
);
--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "drive_name" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "drive_resource_key" text;--> statement-breakpoint
ALTER TABLE "removed_drive_files" ADD CONSTRAINT "removed_drive_files_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
update tracks set drive_name = seen.name, drive_resource_key = seen.resource_key
from (
  select distinct on (package_id, drive_file_id) package_id, drive_file_id, name, resource_key
  from import_files where status in ('done', 'unchanged')
  order by package_id, drive_file_id, updated_at desc
) seen
where tracks.package_id = seen.package_id and tracks.drive_file_id = seen.drive_file_id;
--> statement-breakpoint
insert into removed_drive_files (package_id, drive_file_id)
select distinct package_id, drive_file_id from import_files f
where f.status in ('done', 'unchanged') and f.track_id is not null
  and not exists (select from tracks t where t.id = f.track_id)
  and not exists (select from tracks t where t.package_id = f.package_id and t.drive_file_id = f.drive_file_id);
