-- Text that was stored before the doors made it NFC (platform/typed-text.ts). Few rows match, so that parts are not needed.
UPDATE packages SET title = normalize(title, NFC) WHERE title IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE packages SET description = normalize(description, NFC) WHERE description IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE packages SET tags = (SELECT array_agg(normalize(tag, NFC) ORDER BY at) FROM unnest(tags) WITH ORDINALITY t(tag, at))
WHERE array_to_string(tags, ' ') IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE packages SET authors = normalize(authors, NFC), publisher = normalize(publisher, NFC)
WHERE concat_ws(' ', authors, publisher) IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE tracks SET name = normalize(name, NFC), authors = normalize(authors, NFC), publisher = normalize(publisher, NFC)
WHERE name IS NOT NFC NORMALIZED OR authors IS NOT NFC NORMALIZED OR publisher IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE categories SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE stations SET name = normalize(name, NFC), city = normalize(city, NFC)
WHERE name IS NOT NFC NORMALIZED OR city IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE profiles SET display_name = normalize(display_name, NFC) WHERE display_name IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE projects SET title = normalize(title, NFC) WHERE title IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE recording_requests SET radio_name = normalize(radio_name, NFC), package_title = normalize(package_title, NFC)
WHERE radio_name IS NOT NFC NORMALIZED OR package_title IS NOT NFC NORMALIZED;
