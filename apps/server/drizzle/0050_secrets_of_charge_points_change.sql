ALTER TABLE "chargers" ADD COLUMN "pending_password_hash" text;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "previous_password_hash" text;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "kept_old_secret_at" timestamp with time zone;