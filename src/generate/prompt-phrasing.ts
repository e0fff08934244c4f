const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

// {x} and {y} are words of the topic, {own} what is special to the person, {role}, {form}, {tongue} from the lists below, {n} a small number.

/** What many people begin with, the commonest first. */
export const TEMPLATES = lines(`
write a {form} about {x}
explain {x} to me in simple terms
what is the difference between {x} and {y}
give me {n} ideas for {x}
summarize the following text in {n} sentences
how do i {x} a {y}
act as a {role} and help me with {x}
rewrite this paragraph so that it sounds more professional
fix the grammar and spelling of the following text
translate the following text into {tongue}
write an email to my boss about {x}
can you help me write a cover letter for a job as a {role}
what are the pros and cons of {x}
create a {n} day plan for {x}
write a {form} for my {y} about {x} and {own}
what should i know before i start with {x}
i want you to act as a {role} and answer my questions about {x}
make a list of the best {x} for {y}
explain step by step how to {x}
write a python function that takes a list of {x} and returns {y}
why does my {x} not work with {y}
come up with a name for a company that sells {x}
compare {x} and {y} in a table
generate {n} questions for an interview with a {role}
write a product description for {x}
what is the best way to learn {x}
tell me a story about {x} and {y}
plan a birthday party for a {n} year old who likes {x}
give me a recipe with {x} and {y}
write a thank you note to a {role}
help me understand why {x} is important for {y}
suggest a title for my article about {x}
how much does {x} cost for {n} people
write a short biography of {own}
turn the following notes into a {form}
`)

/** What is said in a conversation after the first answer. */
export const FOLLOW_UPS = lines(`
make it shorter
thanks
continue
can you make it sound more friendly
now in {tongue}
give me {n} more
that is not what i meant
explain that again but simpler
add something about {x}
what about {y}
can you put that in a table
make it longer and add more details about {x}
why
are you sure about that
`)

/** Sentences of what people write in their own words. */
export const SENTENCES = lines(`
i have been thinking about {x} for a while and i am not sure what to do
my {own} told me that {x} would be better than {y}
i need this for my work with {x} by the end of the week
please do not use too many technical words
we have tried {x} before but it did not work because of the {y}
the problem is that the {x} and the {y} do not fit together
i would like to know if {x} is something that a beginner can do
at the moment i spend about {n} hours a week on {x}
there is a {x} near my house that has {y} and {own}
i am looking for something that is not too expensive and easy to use
last year i bought a {x} from {own} and it broke after {n} months
it should be suitable for a family with {n} children
let me give you some more background on {own}
the most important thing for me is the {x}
can you also tell me how {x} compares to {y} in the long run
i am a {role} and i work with {x} every day
what would you recommend in this case
make sure that you mention {own} and {x}
as far as i know the {y} was made for {x} in the first place
it has to be finished before the {x} starts
`)

export const ROLES = lines(`
teacher
nurse
lawyer
software engineer
travel agent
personal trainer
project manager
doctor
accountant
chef
marketing manager
historian
`)
export const FORMS = lines(`
poem
short story
blog post
letter
speech
song
haiku
report
social media post
script
`)
export const TONGUES = lines(`
spanish
french
german
italian
chinese
portuguese
polish
dutch
`)
