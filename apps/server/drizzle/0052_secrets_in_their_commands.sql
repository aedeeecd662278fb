ALTER TABLE "charger_commands" ALTER COLUMN "answer" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "pending_overtaken" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charger_commands" ADD COLUMN "forced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charger_commands" ADD COLUMN "secret_hash" text;--> statement-breakpoint
ALTER TABLE "charger_commands" ADD COLUMN "firmware_before" text;