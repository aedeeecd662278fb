ALTER TABLE "chargers" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chargers" ADD COLUMN "keeps_local_list" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "chargers_retired" ON "chargers" USING btree ("retired_at") WHERE "chargers"."retired_at" is not null;