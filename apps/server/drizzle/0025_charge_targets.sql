ALTER TABLE "charging_sessions" ADD COLUMN "target_soc" integer;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "target_is_percent" CHECK ("charging_sessions"."target_soc" between 1 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "charging_sessions" VALIDATE CONSTRAINT "target_is_percent";