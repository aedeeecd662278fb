ALTER TABLE "drivers" DROP CONSTRAINT "nameless_once_deleted";--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "gstin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "business_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "business_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "payer_gstin" text;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "payer_name" text;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD COLUMN "payer_address" text;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "business_with_gstin" CHECK (("drivers"."gstin" = '') = ("drivers"."business_name" = '') and ("drivers"."gstin" = '') = ("drivers"."business_address" = '')) NOT VALID;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "nameless_once_deleted" CHECK (case when "drivers"."deleted_at" is null then "drivers"."mobile" is not null
        else "drivers"."mobile" is null and "drivers"."name" = '' and "drivers"."email" = '' and "drivers"."gstin" = '' end) NOT VALID;--> statement-breakpoint
ALTER TABLE "drivers" VALIDATE CONSTRAINT "business_with_gstin";--> statement-breakpoint
ALTER TABLE "drivers" VALIDATE CONSTRAINT "nameless_once_deleted";