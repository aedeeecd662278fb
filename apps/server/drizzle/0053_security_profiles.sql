CREATE TABLE "revoked_certificates" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"revoked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "security_profile" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "pending_profile" integer;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "pending_profile_taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "seen_profile" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "charger_certificates" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "chargers_raised" ON "chargers" USING btree ("pending_profile_taken_at") WHERE "chargers"."pending_profile_taken_at" is not null;--> statement-breakpoint
ALTER TABLE "chargers" ADD CONSTRAINT "security_profile" CHECK ("chargers"."security_profile" between 0 and 3) NOT VALID;--> statement-breakpoint
ALTER TABLE "chargers" VALIDATE CONSTRAINT "security_profile";