-- A plan for any array takes it for a short one, and joins 20,000 tracks by loops: plan for the array at hand.
ALTER FUNCTION index_tracks(text[], text[]) SET plan_cache_mode = force_custom_plan;
--> statement-breakpoint
ALTER FUNCTION index_packages(text[]) SET plan_cache_mode = force_custom_plan;
