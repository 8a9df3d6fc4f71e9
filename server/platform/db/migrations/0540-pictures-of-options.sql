-- The pictures of a question's options. An option keeps its text, by which it is answered and graded; a text that is the
-- same as that of its picture is only read aloud.
create table question_option_picture (
  question_id uuid not null references question,
  -- The option's position among those of its question, from 0.
  place int not null check (place >= 0),
  picture_id uuid not null references question_picture,
  -- What the picture shows, for those who do not see it.
  text text not null check (text <> ''),
  primary key (question_id, place)
);
create index question_option_picture_used on question_option_picture (picture_id);
