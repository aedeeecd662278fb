CREATE TABLE "reviews" (
	"station_id" text NOT NULL,
	"driver_id" bigint NOT NULL,
	"rate" integer NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviews_station_id_driver_id_pk" PRIMARY KEY("station_id","driver_id"),
	CONSTRAINT "reviews_rate" CHECK ("reviews"."rate" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "places" (
	"rank" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"district" text DEFAULT '' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("station_id","written_at");--> statement-breakpoint
CREATE INDEX "reviews_driver" ON "reviews" USING btree ("driver_id");