ALTER TABLE "charging_sessions" ADD COLUMN "link_lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "link_down_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "renewals" integer DEFAULT 0 NOT NULL;